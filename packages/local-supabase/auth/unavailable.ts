import { AuthError, invalid } from "./authError.ts";

/**
 * GoTrue's responses for disabled features. Features that GoTrue cannot disable but that this package lacks get the code
 * `feature_disabled` as well. The README lists both.
 */
type Feature = { path: RegExp; audience: "anyone" | "users"; answer: (body: Body) => AuthError };
type Body = Record<string, unknown>;

const off = (errorCode: string, message: string) => () => new AuthError(404, errorCode, message);
const oauthServerOff = off("feature_disabled", "OAuth server is disabled");

const FEATURES: readonly Feature[] = [
  { path: /^\/sso(\/|$)/, audience: "anyone", answer: off("saml_provider_disabled", "SAML 2.0 is disabled") },
  { path: /^\/passkeys(\/|$)/, audience: "anyone", answer: off("passkey_disabled", "Passkeys are disabled") },
  { path: /^\/(oauth\/|\.well-known\/oauth-)/, audience: "anyone", answer: oauthServerOff },
  { path: /^\/(otp|magiclink)$/, audience: "anyone", answer: refuseSignInByMessage },
  {
    path: /^\/resend$/,
    audience: "anyone",
    answer: off("feature_disabled", "Resending emails is not available here"),
  },
  {
    path: /^\/user\/identities(\/|$)/,
    audience: "users",
    answer: off("manual_linking_disabled", "Manual linking is disabled"),
  },
  { path: /^\/user\/oauth\//, audience: "users", answer: oauthServerOff },
];

/**
 * Returns the disabled feature at a path, or null for a path that GoTrue does not have either. `pathname` starts after
 * `/auth/v1`.
 */
export function unavailableFeature(pathname: string): Feature | null {
  return FEATURES.find(({ path }) => path.test(pathname)) ?? null;
}

/** Returns the error for a missing part of the admin API, or null. The caller has already been checked. */
export function unavailableAdministration(pathname: string): AuthError | null {
  if (/^\/admin\/oauth(\/|$)/.test(pathname)) return oauthServerOff();
  if (!/^\/(invite$|admin\/(generate_link|audit|sso|custom-providers)(\/|$))/.test(pathname)) return null;
  return new AuthError(404, "feature_disabled", "This part of the admin API is not available here");
}

function refuseSignInByMessage({ email, phone }: Body): AuthError {
  if (email && phone) return invalid("Only an email address or phone number should be provided");
  if (email) return new AuthError(422, "email_provider_disabled", "Login with magic link is disabled");
  if (phone) return new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  return invalid("One of email or phone must be set");
}
