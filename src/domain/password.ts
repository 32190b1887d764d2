/** The minimum of spec §5. A password is never trimmed, but stored in composed form (NFC), whatever keyboard typed it. */
export const MIN_PASSWORD_CHARACTERS = 6;
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters`;
/** States the auth server's rules before it rejects a password for breaking one of them. */
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters, and not a common password such as secret1 or football.`;
/** Why a sign-up failed (spec §8). Here, because the lessons load every text in failures.ts. */
export const ALREADY_REGISTERED = "This email is already registered. Please sign in instead.";

/** What a password manager or an email adds when a password is copied from it. */
const PADDING = /^[\s\p{Default_Ignorable_Code_Point}]|[\s\p{Default_Ignorable_Code_Point}]$/u;
const PADDED_PASSWORD =
  "The password begins or ends with a space or an invisible character, which counts. If you pasted it, remove what does not belong to it.";

/** A likely reason why this password was rejected, or null. */
export function paddingHint(password: string): string | null {
  return PADDING.test(password) ? PADDED_PASSWORD : null;
}
