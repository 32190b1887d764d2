import { isEmail } from "@supabase/lite";
import { AuthError, invalid } from "../authError.ts";
import { agreeToEmailChange } from "../emailChange.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "../limits/attempts.ts";
import { isKnownAddress, rememberAddress } from "../limits/knownAddresses.ts";
import { invalidPhone, isPhoneNumber } from "../mfa/enroll.ts";
import { forgetWrongPasswords } from "./signIn.ts";
import { type AuthCall, type Next, type Step, withBody } from "./step.ts";

/**
 * Wrong codes that are typed: eight digits are not to be found by trying. What strangers try elsewhere does not count where
 * the owner has been before, and links, which cannot be guessed, are not counted at all.
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
    "Too many wrong codes. Please open the link in the mail instead.",
  );

/** `POST /verify`: what a mail's link carries, or a code that was typed. */
export const verifyMail: Step = async (call, next) => {
  const { token_hash, ...body } = call.body;
  checkFields(call.body);
  // @supabase/lite treats an empty token_hash as absent.
  const isLink = typeof token_hash === "string" && token_hash !== "";
  const reply = isLink ? await verifyLink(call, token_hash, next) : await verifyCode({ ...call, body }, next);
  const account = await rememberAddress(call.sql, reply, call.address);
  if (account !== null) await forgetWrongPasswords(call.sql, account, call.address);
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
  if (Boolean(email) === Boolean(phone))
    throw invalid("Only an email address or phone number should be provided on verify");
  if (phone && !isPhoneNumber(String(phone))) throw invalidPhone();
  if (email && !isEmail(String(email))) throw new AuthError(422, "validation_failed", "Invalid email format");
}

async function verifyLink(call: AuthCall, sealed: string, next: Next): Promise<Response> {
  const { sql, mails, request, codeSeconds } = call;
  const { type } = call.body;
  const token = mails.links.open(sealed);
  if (token === null) throw linkExpired();
  if (type === "email_change") {
    const outcome = await agreeToEmailChange(sql, { token, codeSeconds });
    // @supabase/lite asks for one address' yes only: a change goes on to it when the other one's is there.
    if (outcome === "half") return Response.json(HALF_BODY);
    if (outcome === "unknown") throw linkExpired();
  }
  return next(withBody(request, { type, token_hash: token }));
}

async function verifyCode(
  { sql, body, address, request, codeDigits }: AuthCall,
  next: Next,
): Promise<Response> {
  // No phone signs in, and the emails about another address carry no code.
  if (body.phone || body.type === "email_change") throw codeExpired();
  // @supabase/lite looks for address and code as one text: a digit more in the one and less in the other would be the same
  // guess, counted for an account that does not exist.
  if (typeof body.token !== "string" || body.token.length !== codeDigits) throw codeExpired();
  const account = String(body.email ?? "").toLowerCase();
  const counted: [AttemptLimit, string][] = [[HERE, `${address} ${account}`]];
  if (!(await isKnownAddress(sql, account, address))) {
    counted.push([ELSEWHERE, account], [FROM_ADDRESS, address]);
  }
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject, tooMany);
  const reply = await next(withBody(request, body));
  if (reply.status >= 400) for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
  // @supabase/lite answers in the words for a link.
  return reply.headers.get("x-sb-error-code") === "otp_expired" ? codeExpired().toResponse() : reply;
}
