import { AuthError, invalid } from "../authError.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "../limits/attempts.ts";
import { checkPassword } from "../password/checkPassword.ts";
import { checkPkce } from "../pkce.ts";
import { requireSmallMetadata } from "../userMetadata.ts";
import type { Step } from "./step.ts";

/** Limited because "already registered" reveals that an account exists. */
const ALREADY_REGISTERED: AttemptLimit = { name: "already registered", count: 20, windowSeconds: 900 };
const CONFLICT_STATUS = 422;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const DAY_PER_HOUR = 2.5;
/** High, because on a developer's machine the accounts of all tests come from one address. */
const BURST: AttemptLimit = { name: "sign-ups at once", count: 75, windowSeconds: 600 };

/** The hourly limit, and a daily limit two and a half times as high. */
export function signUpLimitsOf(perHour: number | undefined): AttemptLimit[] {
  if (perHour === undefined) return [BURST];
  return [
    { name: "sign-ups an hour", count: perHour, windowSeconds: HOUR_SECONDS },
    { name: "sign-ups a day", count: Math.ceil(perHour * DAY_PER_HOUR), windowSeconds: DAY_SECONDS },
  ];
}

/** `POST /signup`. */
export const signUp: Step = async ({ sql, body, address, signUpLimits, request }, next) => {
  if (typeof body.password === "string") checkPassword(body.password);
  if (body.email && body.phone)
    throw invalid("Only an email address or phone number should be provided on signup.");
  checkPkce(body);
  if (body.phone && body.password)
    throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  await requireSmallMetadata(sql, body.data);
  for (const limit of [ALREADY_REGISTERED, ...signUpLimits]) await refuseTooMany(sql, limit, address);
  const reply = await next(request);
  if (reply.status === CONFLICT_STATUS) await countAttempt(sql, ALREADY_REGISTERED, address);
  if (reply.ok) for (const limit of signUpLimits) await countAttempt(sql, limit, address);
  return reply;
};
