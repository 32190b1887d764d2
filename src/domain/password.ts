/** Spec §5. A password is compared as typed, so nothing trims it. */
export const MIN_PASSWORD_CHARACTERS = 6;
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters`;
