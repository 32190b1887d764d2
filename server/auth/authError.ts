import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal in GoTrue's shape: `{code, error_code, msg}` with the same status. Codes: supabase.com/docs/guides/auth/debugging/error-codes */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly errorCode: string;

  constructor(status: ContentfulStatusCode, errorCode: string, message: string) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }

  toResponse(): Response {
    const body = { code: this.status, error_code: this.errorCode, msg: this.message };
    return Response.json(body, { status: this.status, headers: { "x-sb-error-code": this.errorCode } });
  }
}

export const userNotFound = () => new AuthError(404, "user_not_found", "User not found");
export const emailExists = () =>
  new AuthError(422, "email_exists", "A user with this email address has already been registered");
export const invalid = (message: string) => new AuthError(400, "validation_failed", message);
