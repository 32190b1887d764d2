import { readFileSync } from "node:fs";
import type { Schema } from "@supabase/lite";
import { parse } from "smol-toml";
import { LITE_TEMPLATES } from "../auth/authMails.ts";
import { type MfaSettings, mfaSettingsSchema } from "../auth/mfa/settings.ts";
import type { Providers } from "../auth/oauth/providers.ts";
import type { SigningKeys } from "../auth/session/signingKeys.ts";

export type BackendKeys = {
  /** Known only to this process: signs the tokens that the auth layer passes to @supabase/lite. */
  jwtSecret: string;
  signingKeys: SigningKeys;
  secretKey: string;
  publishableKey: string;
};

/** @supabase/lite has none of these and rejects unknown settings. */
const ONLY_HOSTED = { project: ["remotes"], auth: ["rate_limit", "captcha", "hook", "sessions", "webauthn"] };

/**
 * The settings in `file` (the project's config.toml) with this installation's keys and URL, without those that only the
 * hosted service has. The settings for second factors are returned separately, because @supabase/lite implements none of
 * them. It only reports which OAuth providers are enabled. `phoneFactors` replaces the switch of `[auth.mfa.phone]`.
 */
export function readConfig(
  file: string,
  keys: BackendKeys,
  siteUrl: string,
  providers: Providers,
  phoneFactors?: boolean,
): { config: Schema; mfa: MfaSettings } {
  // The cast is safe: App's constructor validates the settings and names the invalid path.
  const shared = parse(readFileSync(file, "utf8")) as Schema & { auth?: { email?: { enabled?: boolean } } };
  const { mfa: factors, ...auth } = shared.auth ?? {};
  for (const name of ONLY_HOSTED.project) Reflect.deleteProperty(shared, name);
  for (const name of ONLY_HOSTED.auth) Reflect.deleteProperty(auth, name);
  const { enabled = true, smtp: _, ...email } = auth.email ?? {};
  const config: Schema = {
    ...shared,
    db: { ...shared.db, driver: "pglite" },
    studio: { enabled: false },
    auth: {
      ...auth,
      // @supabase/lite knows the switch by the name that the CLI has replaced.
      email: { ...email, enable_signup: enabled, template: LITE_TEMPLATES },
      external: Object.fromEntries(Object.keys(providers).map((name) => [name, { enabled: true }])),
      site_url: siteUrl,
      additional_redirect_urls: [siteUrl, `${siteUrl}/**`],
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
  };
  const mfa = mfaSettingsSchema.parse(factors);
  if (phoneFactors !== undefined) mfa.phone.enroll_enabled = phoneFactors;
  return { config, mfa };
}
