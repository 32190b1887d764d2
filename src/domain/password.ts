/** Spec §5. A password is compared as typed, so nothing trims it. */
export const MIN_PASSWORD_CHARACTERS = 6;
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters`;
/** Says every rule that the auth server applies, before a password is refused for one of them. */
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters, and not a common password such as secret1 or football.`;
