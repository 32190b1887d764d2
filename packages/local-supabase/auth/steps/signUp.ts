import { createHash, randomInt } from "node:crypto";
import { isEmail } from "@supabase/lite";
import { optionalUser } from "../admin/userRow.ts";
import { AuthError } from "../authError.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "../limits/attempts.ts";
import { checkPassword } from "../password/checkPassword.ts";
import { requireSmallMetadata } from "../userMetadata.ts";
import { countMailTo, tooManyMails } from "./sendMail.ts";
import type { AuthCall, Next, Step } from "./step.ts";

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
export const signUp: Step = async (call, next) => {
  const { sql, body, address, request } = call;
  const signUpLimits = call.isInternal ? [] : call.signUpLimits;
  if (typeof body.password === "string" && body.password !== "") checkPassword(body.password, call.passwords);
  if (body.phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  await requireSmallMetadata(sql, body.data);
  for (const limit of signUpLimits) await refuseTooMany(sql, limit, address);
  const reply = call.confirmsSignUps ? await signUpUnconfirmed(call, next) : await next(request);
  if (reply.ok) for (const limit of signUpLimits) await countAttempt(sql, limit, address);
  return reply;
};

/**
 * With `enable_confirmations`: creates an account without a session and sends an email. As in GoTrue, the response is the
 * same if the address has an account: a made-up user for a confirmed one, another email for one that is unconfirmed.
 */
async function signUpUnconfirmed(call: AuthCall, next: Next): Promise<Response> {
  const { sql, body, request } = call;
  const email = String(body.email ?? "").toLowerCase();
  // @supabase/lite has the error for each of these.
  if (!isEmail(email) || typeof body.password !== "string" || body.password === "") return next(request);
  if (!(await countMailTo(call, email))) throw tooManyMails();
  const { rows } = await sql.query<{ id: string; is_confirmed: boolean }>(
    "select id, confirmed_at is not null as is_confirmed from auth.users where email = $1",
    [email],
  );
  const [account] = rows;
  if (!account) return next(request);
  if (account.is_confirmed) return Response.json(madeUpUser(email, body.data));
  await sendConfirmation(call, account.id, email);
  return Response.json(await optionalUser(sql, account.id));
}

/** GoTrue's sanitizeUser. */
function madeUpUser(email: string, data: unknown) {
  const now = new Date().toISOString();
  return {
    id: crypto.randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Replaces the code and the link of the earlier email. */
async function sendConfirmation(
  { sql, mails, codeDigits }: AuthCall,
  userId: string,
  email: string,
): Promise<void> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
  // The same digest as in @supabase/lite, which checks it.
  const digest = createHash("sha256")
    .update(email + code)
    .digest("hex");
  await sql.query(
    "update auth.users set confirmation_token = $2, confirmation_sent_at = now(), updated_at = now() where id = $1",
    [userId, digest],
  );
  mails.send({ to: email, name: "confirmation", token: code, tokenHash: mails.links.seal(digest) });
}
