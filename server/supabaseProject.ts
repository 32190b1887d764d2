import { join } from "node:path";
import { COMMON_PASSWORDS } from "../functions/_shared/accounts/commonPasswords.ts";
import { SITE } from "../src/domain/site.ts";

const SUPABASE = join(import.meta.dirname, "../supabase");

/** The project files that the local Supabase uses. The Supabase CLI reads the same files for a hosted project. */
export const SUPABASE_PROJECT = {
  configFile: join(SUPABASE, "config.toml"),
  migrationsDir: join(SUPABASE, "migrations"),
  keepsSnapshot: true,
  appName: SITE.name,
  commonPasswords: COMMON_PASSWORDS,
  phoneFactors: true,
} as const;
