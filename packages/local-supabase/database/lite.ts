import { App, type EmailMessage, type Schema, setExperimental } from "@supabase/lite";
import { AUTH_EXTRAS_SQL } from "../auth/schema.ts";
import { createFileStorage } from "../storage/files.ts";
import { AUTH_HELPERS_SQL, BASELINE_SQL, SESSION_SQL } from "./baseline.ts";
import type { Postgres } from "./postgres.ts";

type LiteParts = {
  postgres: Postgres;
  config: Schema;
  filesFolder: string;
  sendMail(message: EmailMessage): Promise<void>;
};

/**
 * Initialises @supabase/lite on an open database: the system schemas and, in a new database, the roles and default grants
 * of hosted Supabase. Call it before the migrations, so that they can revoke any of these grants.
 */
export async function openLite(parts: LiteParts): Promise<App> {
  const { postgres } = parts;
  const app = await createLite(parts);
  const { rows } = await postgres.driver.query("select from pg_roles where rolname = 'anon'");
  if (rows.length === 0) await postgres.driver.transaction((transaction) => transaction.exec(BASELINE_SQL));
  await postgres.driver.exec(SESSION_SQL);
  await app.ensureSystemSchema();
  await postgres.driver.exec(AUTH_HELPERS_SQL + AUTH_EXTRAS_SQL);
  return app;
}

/** @supabase/lite on a database that has the system schemas already. */
export async function createLite(parts: LiteParts): Promise<App> {
  const app = new App({
    ...parts.config,
    connection: parts.postgres,
    options: {
      server: { admin: false, disableStudio: true },
      drivers: { email: { send: parts.sendMail } },
    },
  });
  app._storageAdapter = createFileStorage(parts.filesFolder);
  const initialised = app.init();
  // Set after init() has checked for experiments to warn about: the warning is for users of its cloud service.
  setExperimental("storage", true);
  await initialised;
  return app;
}
