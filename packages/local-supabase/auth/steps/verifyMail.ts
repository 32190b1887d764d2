import { isEmail } from "@supabase/lite";
import { AuthError, invalid } from "../authError.ts";
import { confirmEmailChange } from "../emailChange.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "../limits/attempts.ts";
import { isKnownAddress, rememberAddress } from "../limits/knownAddresses.ts";
import { clearWrongPasswords } from "./signIn.ts";
import { type AuthCall, type Next, type Step, withBody } from "./step.ts";

/**
 * Limits on wrong codes, so that eight digits cannot be brute-forced. At network addresses that the owner has used before,
 * attempts from elsewhere do not count. Links cannot be guessed and are not counted.
 */
const HERE: AttemptLimit = { name: "mail code here", count: 10, windowSeconds: 3600 };
const ELSEWHERE: AttemptLimit = { name: "mail code", count: 50, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "mail code address", count: 30, windowSeconds: 300 };

const HALF_BODY = {
  msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
  code: "200",
};
const linkExpired = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");
const codeExpired = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");
const LINK_TYPES = ["email", "signup", "invite", "recovery", "magiclink", "email_change"];
const tooMany = () =>
  new AuthError(
    429,
    "over_request_rate_limit",
    "Too many wrong codes. Please open the link in the email instead.",
  );

/** `POST /verify`: the token of an email's link, or a typed code. */
export const verifyMail: Step = async (call, next) => {
  const { token_hash, ...body } = call.body;
  checkFields(call.body);
  // @supabase/lite treats an empty token_hash as absent.
  const isLink = typeof token_hash === "string" && token_hash !== "";
  const reply = isLink ? await verifyLink(call, token_hash, next) : await verifyCode({ ...call, body }, next);
  const account = await rememberAddress(call.sql, reply, call.address);
  if (account !== null) await clearWrongPasswords(call.sql, account, call.address);
  return reply;
};

function checkFields({ type, token, token_hash, email, phone, redirect_to }: AuthCall["body"]): void {
  if (!type) throw invalid("Verify requires a verification type");
  if (Boolean(token) === Boolean(token_hash)) throw invalid("Verify requires either a token or a token hash");
  if (token_hash) {
    if (email || phone || redirect_to) throw invalid("Only the token_hash and type should be provided");
    if (!LINK_TYPES.includes(String(type))) throw invalid("Invalid email verification type");
    return;
  }
  if (!email || phone) throw invalid("Only an email address should be provided on verify");
  if (!isEmail(String(email))) throw new AuthError(422, "validation_failed", "Invalid email format");
}

async function verifyLink(call: AuthCall, sealed: string, next: Next): Promise<Response> {
  const { sql, mails, request, codeSeconds } = call;
  const { type } = call.body;
  const token = mails.links.open(sealed);
  if (token === null) throw linkExpired();
  if (type === "email_change") {
    const outcome = await confirmEmailChange(sql, { token, codeSeconds });
    // @supabase/lite requires only one confirmation, so only the second one is passed on to it.
    if (outcome === "half") return Response.json(HALF_BODY);
    if (outcome === "unknown") throw linkExpired();
  }
  return next(withBody(request, { type, token_hash: token }));
}

async function verifyCode(
  { sql, body, address, request, codeDigits }: AuthCall,
  next: Next,
): Promise<Response> {
  // Emails about a change of address contain no code.
  if (body.type === "email_change") throw codeExpired();
  // @supabase/lite compares address and code as one concatenated text. If the code could have another length, a digit
  // could be moved from it to the address: the guess would be the same, but counted for an account that does not exist.
  if (typeof body.token !== "string" || body.token.length !== codeDigits) throw codeExpired();
  const account = String(body.email ?? "").toLowerCase();
  const counted: [AttemptLimit, string][] = [[HERE, `${address} ${account}`]];
  if (!(await isKnownAddress(sql, account, address))) {
    counted.push([ELSEWHERE, account], [FROM_ADDRESS, address]);
  }
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject, tooMany);
  const reply = await next(withBody(request, body));
  if (reply.status >= 400) for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
  // @supabase/lite responds with the message for an expired link.
  return reply.headers.get("x-sb-error-code") === "otp_expired" ? codeExpired().toResponse() : reply;
}
