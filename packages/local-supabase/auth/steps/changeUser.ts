import { AuthError } from "../authError.ts";
import { askForEmailChange } from "../emailChange.ts";
import { forgetOtherAddresses } from "../limits/knownAddresses.ts";
import { lacksSecondFactor } from "../mfa/factor.ts";
import { checkPassword } from "../password/checkPassword.ts";
import { type AuthSession, requireSession } from "../session/session.ts";
import { requireSmallMetadata } from "../userMetadata.ts";
import { countOwnMail } from "./sendMail.ts";
import { type AuthCall, type Step, withBody } from "./step.ts";

/** `PUT /user`. @supabase/lite changes password and metadata; a change of e-mail is asked for here. */
export const changeUser: Step = async (call, next) => {
  const { sql, request } = call;
  const { email, password, ...others } = call.body;
  // Null says nothing, as in GoTrue; @supabase/lite would measure it.
  const rest = typeof password === "string" ? { ...others, password } : others;
  // @supabase/lite takes tokens that we do not: nothing goes on to it without a session that we know.
  const session = await requireSession(sql, call.jwtSecret, request.headers);
  await requireSmallMetadata(sql, call.body.data, session.userId);
  const isNewEmail = typeof email === "string" && email !== "" && email.toLowerCase() !== session.email;
  const isPassword = typeof password === "string" && password !== "";
  if (isNewEmail || isPassword) await requireSecondFactor(call, session);
  if (typeof password === "string") checkPassword(password);
  if (isNewEmail) await countOwnMail(call, session.userId, email.toLowerCase());
  const changed = await next(withBody(request, rest));
  if (changed.ok && isPassword) await forgetOtherAddresses(sql, session.userId, call.address);
  if (!changed.ok || !isNewEmail) return changed;

  await askForEmailChange({ sql, mails: call.mails }, session, email);
  return next(new Request(request.url, { headers: request.headers }));
};

async function requireSecondFactor({ sql }: AuthCall, session: AuthSession): Promise<void> {
  if (!(await lacksSecondFactor(sql, session))) return;
  const message = "AAL2 session is required to update email or password when MFA is enabled.";
  throw new AuthError(401, "insufficient_aal", message);
}
