import { type AttemptLimit, countAttempt, forgetAttempts, refuseTooMany } from "../attempts.ts";
import { AuthError } from "../authError.ts";
import { verifyPassword } from "../password/verifyPassword.ts";
import type { Step } from "./step.ts";

/** Wrong passwords. Somebody who tries them on a stranger's account must not lock its owner out elsewhere. */
const HERE_ON_ACCOUNT: AttemptLimit = { name: "sign-in here", count: 10, windowSeconds: 900 };
const ON_ACCOUNT: AttemptLimit = { name: "sign-in account", count: 100, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "sign-in address", count: 100, windowSeconds: 900 };

/** `POST /token?grant_type=password`: the same answer, in the same time, for a wrong password and an unknown person. */
export const signIn: Step = async (call, next) => {
  const { sql, body, address, request } = call;
  const [email, password] = [body.email, body.password];
  if (typeof email !== "string" || typeof password !== "string" || !email || !password) return next(request);
  const account = email.toLowerCase();
  const counted: [AttemptLimit, string][] = [
    [HERE_ON_ACCOUNT, `${address} ${account}`],
    [ON_ACCOUNT, account],
    [FROM_ADDRESS, address],
  ];
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject);
  if (!(await verifyPassword(sql, email, password))) {
    for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
    throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
  }
  await forgetAttempts(sql, HERE_ON_ACCOUNT, `${address} ${account}`);
  return next(request);
};
