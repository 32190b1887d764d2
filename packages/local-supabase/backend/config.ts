import { readFileSync } from "node:fs";
import type { Schema } from "@supabase/lite";
import { parse } from "smol-toml";
import { LITE_TEMPLATES } from "../auth/authMails.ts";
import { type MfaSettings, mfaSettingsSchema } from "../auth/mfa/settings.ts";
import type { Providers } from "../auth/oauth/providers.ts";
import type { SigningKeys } from "../auth/session/signingKeys.ts";

export type BackendKeys = {
  /** Known to this process alone: what passes between the auth layer and @supabase/lite is signed with it. */
  jwtSecret: string;
  signingKeys: SigningKeys;
  secretKey: string;
  publishableKey: string;
};

/**
 * The settings in `file` (the project's config.toml) with this installation's keys and address. The settings of second
 * factors are returned separately: @supabase/lite accepts some of them and ignores all. It only reports the providers.
 */
export function readConfig(
  file: string,
  keys: BackendKeys,
  siteUrl: string,
  providers: Providers,
): { config: Schema; mfa: MfaSettings } {
  // Unknown to the type system, not to the program: App's constructor validates it and names the faulty path.
  const shared = parse(readFileSync(file, "utf8")) as Schema;
  const { mfa, ...auth } = shared.auth ?? {};
  // For the hosted service: @supabase/lite has no rate limits, and refuses settings that it does not know.
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
