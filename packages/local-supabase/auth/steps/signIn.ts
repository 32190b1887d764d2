import { AuthError } from "../authError.ts";
import {
  type AttemptLimit,
  clearAttempts,
  countAttempt,
  limitRequests,
  refuseTooMany,
} from "../limits/attempts.ts";
import { isKnownAddress, rememberAddress } from "../limits/knownAddresses.ts";
import { verifyPassword } from "../password/hashPassword.ts";
import type { Sql } from "../sql.ts";
import type { AuthCall, Step } from "./step.ts";

/**
 * Limits on wrong passwords. An attacker must not be able to lock out the owner of an account, so at network addresses
 * that the owner has used before, only attempts from the same address count. Elsewhere, after too many attempts, the
 * password alone is not enough: the owner must first make the address known by resetting the password by email.
 */
const HERE: AttemptLimit = { name: "sign-in here", count: 10, windowSeconds: 900 };
const ELSEWHERE: AttemptLimit = { name: "sign-in account", count: 100, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "sign-in address", count: 100, windowSeconds: 900 };

const tooMany = () =>
  new AuthError(
    429,
    "over_request_rate_limit",
    "Too many wrong passwords. Please wait a quarter of an hour, or choose a new one: see “Forgot your password?”.",
  );

/** `POST /token?grant_type=password`: a wrong password and an unknown address get the same response in the same time. */
const signIn: Step = async (call, next) => {
  const { sql, body, address, request } = call;
  const { email, phone, password } = body;
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  if (typeof email !== "string" || typeof password !== "string" || !email || !password) return next(request);
  const account = email.toLowerCase();
  const counted: [AttemptLimit, string][] = [[HERE, here(address, account)]];
  if (!(await isKnownAddress(sql, account, address))) {
    counted.push([ELSEWHERE, account], [FROM_ADDRESS, address]);
  }
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject, tooMany);
  if (!(await verifyPassword(sql, email, password, call.passwords.cost))) {
    for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
    throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
  }
  await clearWrongPasswords(sql, account, address);
  const reply = await next(request);
  await rememberAddress(sql, reply, address);
  return reply;
};

function here(address: string, account: string): string {
  return `${address} ${account}`;
}

/** Call it after the caller has proved ownership with the password or by email. */
export async function clearWrongPasswords(sql: Sql, account: string, address: string): Promise<void> {
  await clearAttempts(sql, HERE, here(address, account));
}

/**
 * Limits on requests that succeed as well: checking a password takes the one database thread about a tenth of a second. A
 * class may share one network address.
 */
const SIGN_INS: AttemptLimit = { name: "sign-ins", count: 150, windowSeconds: 300 };
const RENEWALS: AttemptLimit = { name: "renewals", count: 300, windowSeconds: 300 };

/** Requests from this process itself are not limited. */
async function limitHere({ sql, address, isInternal }: AuthCall, limit: AttemptLimit): Promise<void> {
  if (!isInternal) await limitRequests(sql, limit, address);
}

/** `POST /token`. Only passwords can be guessed: a provider's code is useless without the browser's PKCE verifier. */
export const token: Step = async (call, next) => {
  switch (new URL(call.request.url).searchParams.get("grant_type")) {
    case "password":
      await limitHere(call, SIGN_INS);
      return signIn(call, next);
    case "refresh_token":
    case "pkce":
      await limitHere(call, RENEWALS);
      return next(call.request);
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
};
