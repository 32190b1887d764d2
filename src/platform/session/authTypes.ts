/** `message` is shown to the user (spec §8). */
export type AuthOutcome = { ok: true } | { ok: false; message: string };
export type Loaded<T> = { ok: true; data: T } | { ok: false; message: string };

/** A second factor that has been set up. */
export type Factor = { id: string; kind: "totp" | "phone" | "webauthn"; name: string };
/** The step between a correct password and the account. Using a recovery code removes every factor. */
export type Challenge = {
  factors: readonly Factor[];
  sendCode(factorId: string): Promise<AuthOutcome>;
  passByCode(factorId: string, code: string): Promise<AuthOutcome>;
  passByPasskey(factorId: string): Promise<AuthOutcome>;
  passByRecoveryCode(code: string): Promise<AuthOutcome>;
};
export type SignInOutcome = { ok: true; challenge: Challenge | null } | { ok: false; message: string };
/**
 * `isDataLeft`: data that was to be removed is still on this device, and is removed once other tabs are closed. Null if the
 * user is still signed in, because the code could not be loaded.
 */
export type SignedOut = { isDataLeft: boolean } | null;
