import { isEmail } from "@supabase/lite";
import { z } from "zod";
import { AuthError, invalid } from "../authError.ts";
import { checkPassword } from "../password/checkPassword.ts";

const email = z.string().toLowerCase().refine(isEmail, "Unable to validate email address: invalid format");
const metadata = z.record(z.string(), z.unknown());

/**
 * What the admin calls take here. Hosted Supabase takes more (phone, nonce, password_hash, …): refused aloud, so
 * that nobody counts on a field that does nothing.
 */
const userBody = z.strictObject({
  email: email.optional(),
  password: z.string().optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: z.string().optional(),
});
export type UserBody = z.output<typeof userBody>;

/** Throws GoTrue's 400 `validation_failed`, 422 `weak_password`. */
export function parseUserBody(body: unknown, minimumPasswordLength: number): UserBody {
  const parsed = userBody.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error.issues.map((issue) => issue.message).join("; "));
  const { password } = parsed.data;
  if (password !== undefined) checkPassword(password);
  if (password !== undefined && password.length < minimumPasswordLength) {
    const message = `Password should be at least ${minimumPasswordLength} characters.`;
    throw new AuthError(422, "weak_password", message);
  }
  return parsed.data;
}

const DURATION = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/** Seconds of a Go duration ("24h", "1h30m"); 0 for "none", which lifts a ban. */
export function parseBanSeconds(duration: string): number {
  if (duration === "none") return 0;
  const [match, hours = "0", minutes = "0", seconds = "0"] = DURATION.exec(duration) ?? [];
  if (!match) throw invalid(`invalid format for ban duration: ${duration}`);
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
