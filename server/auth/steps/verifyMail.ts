import { type AttemptLimit, countAttempt, refuseTooMany } from "../attempts.ts";
import { agreeToEmailChange, tokenOf } from "../emailChange.ts";
import { redirectTo, type Step, withBody } from "./step.ts";

/** Wrong codes: eight digits are not to be found by trying. */
const FOR_ONE: AttemptLimit = { name: "mail code", count: 10, windowSeconds: 3600 };
const FROM_ADDRESS: AttemptLimit = { name: "mail code address", count: 30, windowSeconds: 300 };

const HALF = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** `/verify`: a link (GET) or a code (POST) of a mail. */
export const verifyMail: Step = async (call, next) => {
  const { sql, body, address, request } = call;
  const query = new URL(request.url).searchParams;
  const isLink = request.method === "GET";
  const counted: [AttemptLimit, string][] = [[FROM_ADDRESS, address]];
  if (typeof body.email === "string") counted.push([FOR_ONE, body.email.toLowerCase()]);
  for (const [limit, subject] of counted) await refuseTooMany(sql, limit, subject);

  if ((isLink ? query.get("type") : body.type) === "email_change") {
    const token = isLink
      ? (query.get("token") ?? "")
      : tokenOf({ token_hash: null, email: null, token: null, ...body });
    const outcome = await agreeToEmailChange(sql, { token, codeSeconds: call.codeSeconds });
    if (outcome === "half")
      return isLink ? half(call.mails.target(redirectTo(request))) : Response.json(HALF_BODY);
  }
  // GoTrue's name for "whichever mail it was"; @supabase/lite looks for both under the older one.
  const isAny = !isLink && body.type === "email";
  const reply = await next(isAny ? withBody(request, { ...body, type: "magiclink" }) : request);
  if (isFailure(reply)) for (const [limit, subject] of counted) await countAttempt(sql, limit, subject);
  return reply;
};

const HALF_BODY = { msg: HALF, code: "200" };

function half(page: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: `${page}#${new URLSearchParams({ message: HALF })}` },
  });
}

/** A link that fails leads to the site all the same, with the error in the address. */
function isFailure(reply: Response): boolean {
  return reply.status >= 400 || (reply.headers.get("location") ?? "").includes("error_code=");
}
