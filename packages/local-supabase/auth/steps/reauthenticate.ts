import { requireSession } from "../session/session.ts";
import { countOwnMail } from "./sendMail.ts";
import type { Step } from "./step.ts";

/** `GET /reauthenticate`: mails the caller a code. */
export const reauthenticate: Step = async (call, next) => {
  const { userId } = await requireSession(call.sql, call.jwtSecret, call.request.headers);
  await countOwnMail(call, userId);
  return next(call.request);
};
