import { AuthError, invalid } from "../authError.ts";

/** bcrypt ignores all bytes after the first 72, so GoTrue rejects longer passwords. */
const MAX_PASSWORD_BYTES = 72;
const DEFAULT_MINIMUM_LENGTH = 6;
/** As in GoTrue. @supabase/lite uses the same for the passwords that users choose. */
const DEFAULT_COST = 10;

export type PasswordRules = {
  minimumLength: number;
  /** In lower case. */
  common: ReadonlySet<string>;
  /** See hashPassword. */
  cost: number;
};

export function passwordRulesOf(
  minimumLength: number | undefined,
  common: ReadonlySet<string>,
  cost: number = DEFAULT_COST,
): PasswordRules {
  return { minimumLength: minimumLength ?? DEFAULT_MINIMUM_LENGTH, common, cost };
}

/**
 * Throws 400 for a password that is too long, and 422 `weak_password` for one that is too short or common; GoTrue rejects
 * leaked passwords in this way.
 */
export function checkPassword(password: string, { minimumLength, common }: PasswordRules): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
  if (password.length < minimumLength) {
    const message = `Password should be at least ${minimumLength} characters.`;
    throw new AuthError(422, "weak_password", message, { weak_password: { reasons: ["length"] } });
  }
  if (common.has(password.toLowerCase())) {
    const message = "Password is known to be weak and easy to guess, please choose a different one.";
    throw new AuthError(422, "weak_password", message, { weak_password: { reasons: ["pwned"] } });
  }
}
