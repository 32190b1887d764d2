import { dirname, join } from "node:path";
import type Stripe from "stripe";
import { connectStripe } from "../../server/stripeAccount/client.ts";
import { type ManagementApi, managementApi } from "./managementApi.ts";
import type { Settings, Target } from "./settings.ts";
import { type SupabaseCli, supabaseCli } from "./supabaseCli.ts";

export const ROOT = join(import.meta.dirname, "..", "..");

/** One deployment: its settings, and clients for the services that it consists of. */
export type Deployment = {
  target: Target;
  settings: Settings;
  /** Where the settings are, for values that the deployment itself obtains. */
  settingsFile: string;
  /** The folder for what this deployment builds (the functions' bundles), next to its settings. */
  workdir: string;
  /** The project's address, without a trailing slash. */
  supabaseUrl: string;
  functionsUrl: string;
  api: ManagementApi;
  stripe: Stripe;
  /** The CLI in the repository, whose supabase/config.toml has the project's configuration. */
  cli(env?: Record<string, string>): SupabaseCli;
  /** The CLI in `workdir`, which has the functions' bundles. */
  bundlesCli(): SupabaseCli;
  /** What the CLI takes as --remote for the database. */
  remote: string;
};

export function connect(target: Target, settings: Settings, settingsFile: string): Deployment {
  const ref = settings.SUPABASE_PROJECT_REF;
  const supabaseUrl = settings.SUPABASE_URL ?? `https://${ref}.supabase.co`;
  const workdir = join(dirname(settingsFile), target);
  const access = { token: settings.SUPABASE_ACCESS_TOKEN, apiUrl: settings.SUPABASE_MANAGEMENT_URL };
  return {
    target,
    settings,
    settingsFile,
    workdir,
    supabaseUrl,
    functionsUrl: `${supabaseUrl}/functions/v1`,
    api: managementApi(ref, settings.SUPABASE_ACCESS_TOKEN, settings.SUPABASE_MANAGEMENT_URL),
    stripe: connectStripe(settings.STRIPE_SECRET_KEY, settings.STRIPE_API_URL),
    cli: (env = {}) => supabaseCli({ ...access, workdir: ROOT, env }),
    bundlesCli: () => supabaseCli({ ...access, workdir }),
    remote: settings.SUPABASE_DB_URL ?? ref,
  };
}
