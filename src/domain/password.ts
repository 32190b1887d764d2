/** The minimum of spec §5. A password is never trimmed. */
export const MIN_PASSWORD_CHARACTERS = 6;
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters`;
/** States the auth server's rules before it rejects a password for breaking one of them. */
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters, and not a common password such as secret1 or football.`;
/** Why a sign-up failed (spec §8). Here, because the lessons load every text in failures.ts. */
export const ALREADY_REGISTERED = "This email is already registered. Please sign in instead.";
