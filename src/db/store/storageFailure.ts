/**
 * Why the device could not store something.
 * - `signedOut`: no one is signed in, so there is no database to write to.
 * - `quota`: the device is full, even after downloaded lessons were deleted.
 * - `unavailable`: the browser refused or lost the database, and reopening it did not help.
 */
export type StorageFailureCode = "signedOut" | "quota" | "unavailable";

/** The error of every failed write to the device. When it is thrown, nothing was stored. */
export class StorageFailure extends Error {
  readonly code: StorageFailureCode;

  constructor(code: StorageFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageFailure";
    this.code = code;
  }
}
