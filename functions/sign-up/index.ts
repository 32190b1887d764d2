import type { z } from "zod";
import { ALREADY_REGISTERED } from "../../src/domain/password.ts";
import { type SignUp, type signUpReplySchema, signUpSchema } from "../../src/domain/signUp.ts";
import { checkPassword } from "../_shared/accounts/checkPassword.ts";
import { removeUnconfirmedAccount } from "../_shared/accounts/ensureAccount.ts";
import { readJson } from "../_shared/http/body.ts";
import {
  callerSubject,
  DAY_SECONDS,
  enforceLimitOn,
  type RateLimit,
  refuseAboveLimit,
} from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";

const HOUR_SECONDS = 3600;
const DAY_PER_HOUR = 2.5;
/** Limited because "already registered" reveals that an account exists. */
const REGISTERED_LIMIT: RateLimit = { requests: 20, windowSeconds: 900 };

/**
 * POST `{ firstName, lastName, email, password }`: creates an account and returns `{ success: true }`. The account is
 * confirmed, so that its user can sign in immediately, but that proves nothing about the address (docs/decisions/0051).
 */
export default serveFunction(
  {
    name: "sign-up",
    method: "POST",
    rateLimit: { requests: 100, windowSeconds: 60 },
    failureFields: { success: false },
  },
  async (call): Promise<z.input<typeof signUpReplySchema>> => {
    const account = await readJson(call.request, signUpSchema);
    checkPassword(account.password);
    const registered = callerSubject("already registered", call.request);
    await refuseAboveLimit(call.admin, registered, REGISTERED_LIMIT);
    await countSignUp(call);
    if (!(await createAccount(call, account))) {
      await enforceLimitOn(call.admin, registered, REGISTERED_LIMIT);
      throw new Refusal(409, "already_registered", ALREADY_REGISTERED);
    }
    return { success: true };
  },
);

/** Counts attempts, because parallel requests could all succeed before any success was counted. */
async function countSignUp({ admin, env, request }: Call): Promise<void> {
  const hour = env.SIGN_UPS_PER_HOUR;
  const limits: Record<string, RateLimit> = {
    "sign-ups of an hour": { requests: hour, windowSeconds: HOUR_SECONDS },
    "sign-ups of a day": { requests: Math.ceil(hour * DAY_PER_HOUR), windowSeconds: DAY_SECONDS },
  };
  for (const [name, limit] of Object.entries(limits)) {
    await enforceLimitOn(admin, callerSubject(name, request), limit);
  }
}

/** Returns false if the address already has an account. */
async function createAccount({ admin }: Call, account: SignUp): Promise<boolean> {
  const create = () =>
    admin.auth.admin.createUser({
      email: account.email,
      password: account.password,
      email_confirm: true,
      user_metadata: { first_name: account.firstName, last_name: account.lastName },
    });
  let { error } = await create();
  if (error?.code === "email_exists") {
    // Anyone can ask the auth server itself for an account with any address. It is never confirmed, and must not stop
    // another user from signing up.
    if (!(await removeUnconfirmedAccount(admin, account.email))) return false;
    ({ error } = await create());
  }
  if (error?.code === "email_exists") return false;
  if (error?.code === "validation_failed") throw new Refusal(400, "bad_request", error.message);
  if (error) throw error;
  return true;
}
