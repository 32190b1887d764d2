import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * An error in GoTrue's format: `{code, error_code, msg}` with the same status.
 * Codes: supabase.com/docs/guides/auth/debugging/error-codes
 */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly errorCode: string;
  /** Further fields of some codes. */
  readonly details: Record<string, unknown>;

  constructor(
    status: ContentfulStatusCode,
    errorCode: string,
    message: string,
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.details = details;
  }

  /**
   * Converts an error to a response of the auth routes. An error other than an AuthError is logged and becomes a 500.
   */
  static answer(error: Error): Response {
    if (error instanceof AuthError) return error.toResponse();
    console.error("Auth:", error);
    const message = "Unexpected failure, please check server logs";
    return new AuthError(500, "unexpected_failure", message).toResponse();
  }

  toResponse(): Response {
    const body = { code: this.status, error_code: this.errorCode, msg: this.message, ...this.details };
    return Response.json(body, { status: this.status, headers: { "x-sb-error-code": this.errorCode } });
  }
}

export const userNotFound = () => new AuthError(404, "user_not_found", "User not found");
export const emailExists = () =>
  new AuthError(422, "email_exists", "A user with this email address has already been registered");
export const badJson = (reason: string) =>
  new AuthError(400, "bad_json", `Could not parse request body as JSON: ${reason}`);
export const invalid = (message: string) => new AuthError(400, "validation_failed", message);
/** For GoTrue's endpoints that this package does not simulate (README.md), and for paths that GoTrue lacks too. */
export const notSimulated = ({ method, url }: Request) =>
  new AuthError(404, "feature_disabled", `${method} ${new URL(url).pathname} is not simulated`);
