/** `message` is for the person (spec §8). */
export type AuthOutcome = { ok: true } | { ok: false; message: string };
export type SignUpInput = { firstName: string; lastName: string; email: string; password: string };
