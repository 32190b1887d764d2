import { type AttemptLimit, countAttempt, refuseTooMany } from "../attempts.ts";
import { AuthError } from "../authError.ts";
import { agreeToEmailChange, tokenOf } from "../emailChange.ts";
import { redirectTo, type Step, withBody } from "./step.ts";

/** Wrong codes: eight digits are not to be found by trying. */
const FOR_ONE: AttemptLimit = { name: "mail code", count: 10, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "mail code address", count: 30, windowSeconds: 300 };

const HALF = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const EXPIRED = "Email link is invalid or has expired";

/** `/verify`: a link (GET) or a code (POST) of a mail. */
export const verifyMail: Step = async (call, next) => {
  const { sql, body, address } = call;
  const isLink = call.request.method === "GET";
  const page = call.mails.target(redirectTo(call.request));
  const request = isLink ? leadingTo(page, call.request) : call.request;
  const query = new URL(request.url).searchParams;
  const counted: [AttemptLimit, string][] = [[FROM_ADDRESS, address]];
  if (typeof body.email === "string") counted.push([FOR_ONE, body.email.toLowerCase()]);
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject);

  if ((isLink ? query.get("type") : body.type) === "email_change") {
    const token = isLink
      ? (query.get("token") ?? "")
      : tokenOf({ token_hash: null, email: null, token: null, ...body });
    const outcome = await agreeToEmailChange(sql, { token, codeSeconds: call.codeSeconds });
    if (outcome === "half") return isLink ? leadTo(page, { message: HALF }) : Response.json(HALF_BODY);
    if (outcome === "unknown") {
      // @supabase/lite asks for one address' yes only: a change goes on to it when the other one's is there.
      for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
      if (!isLink) throw new AuthError(403, "otp_expired", EXPIRED);
      return leadTo(page, {
        error: "access_denied",
        error_code: "otp_expired",
        error_description: EXPIRED,
      });
    }
  }
  // GoTrue's name for "whichever mail it was"; @supabase/lite looks for both under the older one.
  const isAny = !isLink && body.type === "email";
  const reply = await next(isAny ? withBody(request, { ...body, type: "magiclink" }) : request);
  if (isFailure(reply)) for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
  return reply;
};

const HALF_BODY = { msg: HALF, code: "200" };

/** @supabase/lite would also lead to any address on the reader's own computer. */
function leadingTo(page: string, request: Request): Request {
  const url = new URL(request.url);
  url.searchParams.set("redirect_to", page);
  return new Request(url, { headers: request.headers });
}

function leadTo(page: string, carried: Record<string, string>): Response {
  return new Response(null, {
    status: 303,
    headers: { location: `${page}#${new URLSearchParams(carried)}` },
  });
}

/** A link that fails leads to the site all the same, with the error in the address. */
function isFailure(reply: Response): boolean {
  return reply.status >= 400 || (reply.headers.get("location") ?? "").includes("error_code=");
}
