import type { FailureCode } from "../../../src/domain/failures.ts";

/**
 * A deliberate rejection, thrown anywhere in a function and returned in the common failure shape. Any other thrown
 * error is a bug.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly headers: Record<string, string>;

  /** `message` is shown to the user unchanged. */
  constructor(status: number, code: FailureCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
