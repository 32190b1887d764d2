import { type AttemptLimit, countAttempt, refuseTooMany } from "../attempts.ts";
import { checkPassword } from "../password/checkPassword.ts";
import type { Step } from "./step.ts";

/** "Already registered" tells that somebody has an account, so it is not told often. */
const ALREADY_REGISTERED: AttemptLimit = { name: "already registered", count: 20, windowSeconds: 900 };
const CONFLICT_STATUS = 422;

/** `POST /signup`. */
export const signUp: Step = async ({ sql, body, address, request }, next) => {
  if (typeof body.password === "string") checkPassword(body.password);
  await refuseTooMany(sql, ALREADY_REGISTERED, address);
  const reply = await next(request);
  if (reply.status === CONFLICT_STATUS) await countAttempt(sql, ALREADY_REGISTERED, address);
  return reply;
};
