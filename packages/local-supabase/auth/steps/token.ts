import { AuthError } from "../authError.ts";
import { signIn } from "./signIn.ts";
import type { Step } from "./step.ts";

/** `POST /token`: a password is checked first; a refresh token proves itself, and a code from a provider is
 * worth nothing without the verifier of the browser that left for it. */
export const token: Step = async (call, next) => {
  switch (new URL(call.request.url).searchParams.get("grant_type")) {
    case "password":
      return signIn(call, next);
    case "refresh_token":
    case "pkce":
      return next(call.request);
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
};
