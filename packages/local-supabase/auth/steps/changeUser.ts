import { AuthError } from "../authError.ts";
import { requestEmailChange } from "../emailChange.ts";
import { type AttemptLimit, limitRequests } from "../limits/attempts.ts";
import { deleteOtherAddresses } from "../limits/knownAddresses.ts";
import { lacksSecondFactor } from "../mfa/factor.ts";
import { checkPassword } from "../password/checkPassword.ts";
import { type AuthSession, requireSession } from "../session/session.ts";
import { requireSmallMetadata } from "../userMetadata.ts";
import { countEmailChange } from "./sendMail.ts";
import { type AuthCall, type Step, withBody } from "./step.ts";

/** Each change writes a copy of the row, which stays on the disk until the next vacuum. */
const CHANGES: AttemptLimit = { name: "changes of account", count: 60, windowSeconds: 3600 };

/** `PUT /user`. @supabase/lite changes password and metadata; a change of email is requested here. */
export const changeUser: Step = async (call, next) => {
  const { sql, request } = call;
  const { email, password, phone, app_metadata, ...others } = call.body;
  // GoTrue ignores a null password; @supabase/lite would fail when it reads the length.
  const rest = typeof password === "string" ? { ...others, password } : others;
  // @supabase/lite accepts tokens that GoTrue rejects, so a known session is required first.
  const session = await requireSession(sql, call.jwtSecret, request.headers);
  await limitRequests(sql, CHANGES, session.userId);
  if (phone) throw phoneRefused();
  if (app_metadata) throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  await requireSmallMetadata(sql, call.body.data, session.userId);
  const isNewEmail = typeof email === "string" && email !== "" && email.toLowerCase() !== session.email;
  const isPassword = typeof password === "string" && password !== "";
  if (isNewEmail || isPassword) await requireSecondFactor(call, session);
  if (isPassword) checkPassword(password, call.passwords);
  if (isNewEmail) await countEmailChange(call, session.userId, email.toLowerCase());
  const changed = await next(withBody(request, rest));
  if (changed.ok && isPassword) await deleteOtherAddresses(sql, session.userId, call.address);
  if (!changed.ok || !isNewEmail) return changed;

  await requestEmailChange({ sql, mails: call.mails }, session, email);
  return next(new Request(request.url, { headers: request.headers }));
};

/** GoTrue's error without an SMS provider. */
const phoneRefused = () =>
  new AuthError(
    422,
    "sms_send_failed",
    "Error sending phone_change OTP to provider: no SMS provider is configured",
  );

async function requireSecondFactor({ sql }: AuthCall, session: AuthSession): Promise<void> {
  if (!(await lacksSecondFactor(sql, session))) return;
  const message = "AAL2 session is required to update email or password when MFA is enabled.";
  throw new AuthError(401, "insufficient_aal", message);
}
