import { Refusal } from "../http/refusal.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

/** bcrypt reads no more. */
const MAX_PASSWORD_BYTES = 72;

/**
 * Throws a 400 Refusal for a password that is too long or common. The auth server checks neither when an administrator
 * creates an account, and knows no list of common passwords on a hosted project.
 */
export function checkPassword(password: string): void {
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) {
    const text = `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`;
    throw new Refusal(400, "weak_password", text);
  }
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    const text = "Password is known to be weak and easy to guess, please choose a different one.";
    throw new Refusal(400, "weak_password", text);
  }
}
