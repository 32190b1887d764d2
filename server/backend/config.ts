import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Schema } from "@supabase/lite";
import { parse } from "smol-toml";

const CONFIG_FILE = join(import.meta.dirname, "../../supabase/config.toml");

export type BackendKeys = { jwtSecret: string; secretKey: string; publishableKey: string };

/** The settings that hosted Supabase reads too, with this installation's keys and address put in. */
export function readConfig(keys: BackendKeys, siteUrl: string): Schema {
  // Unknown to the type system, not to the program: App's constructor validates it and names the faulty path.
  const shared = parse(readFileSync(CONFIG_FILE, "utf8")) as Schema;
  return {
    ...shared,
    studio: { enabled: false },
    auth: {
      ...shared.auth,
      site_url: siteUrl,
      additional_redirect_urls: [siteUrl, `${siteUrl}/**`],
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
  };
}
