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

/**
 * The settings in `file` (the project's config.toml) with this installation's keys and URL. The settings for second
 * factors are returned separately, because @supabase/lite implements none of them. It only reports which OAuth
 * providers are enabled.
 */
export function readConfig(
  file: string,
  keys: BackendKeys,
  siteUrl: string,
  providers: Providers,
): { config: Schema; mfa: MfaSettings } {
  // The cast is safe: App's constructor validates the settings and names the invalid path.
  const shared = parse(readFileSync(file, "utf8")) as Schema;
  const { mfa, ...auth } = shared.auth ?? {};
  // Only for the hosted service: @supabase/lite has no rate limits and rejects unknown settings.
  Reflect.deleteProperty(auth, "rate_limit");
  const config: Schema = {
    ...shared,
    studio: { enabled: false },
    auth: {
      ...auth,
      email: { ...auth.email, template: LITE_TEMPLATES },
      external: Object.fromEntries(Object.keys(providers).map((name) => [name, { enabled: true }])),
      site_url: siteUrl,
      additional_redirect_urls: [siteUrl, `${siteUrl}/**`],
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
  };
  return { config, mfa: mfaSettingsSchema.parse(mfa) };
}
