import { AuthError, invalid } from "../authError.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

/** bcrypt ignores all bytes after the first 72, so GoTrue rejects longer passwords. */
const MAX_PASSWORD_BYTES = 72;

/**
 * Throws 400 for a password that is too long, and 422 `weak_password` for one of the most common, as GoTrue does
 * for leaked passwords. @supabase/lite rejects passwords that are too short.
 */
export function checkPassword(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    const message = "Password is known to be weak and easy to guess, please choose a different one.";
    throw new AuthError(422, "weak_password", message, { weak_password: { reasons: ["pwned"] } });
  }
}
