/**
 * Why the device could not keep something.
 * - `signedOut`: nobody is signed in, so there is nowhere to keep it.
 * - `quota`: the device has no room left, even after downloaded lessons were given up.
 * - `unavailable`: the browser refused or lost the database, and opening it again did not help.
 */
export type StorageFailureCode = "signedOut" | "quota" | "unavailable";

/** The typed refusal of every write to the device. Nothing was stored when this is thrown. */
export class StorageFailure extends Error {
  readonly code: StorageFailureCode;

  constructor(code: StorageFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageFailure";
    this.code = code;
  }
}
