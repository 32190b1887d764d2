import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { newSigningKey } from "../auth/session/signingKeys.ts";
import { type BackendKeys, readConfig } from "../backend/config.ts";
import { createFileStorage } from "../storage/files.ts";
import { lockFolder } from "./folderLock.ts";
import { openLite } from "./lite.ts";
import { applyMigrations, type Migration } from "./migrations.ts";
import { openServer } from "./pool.ts";
import { openPostgres, type Postgres } from "./postgres.ts";
import { openSnapshot } from "./snapshot.ts";

export type Database = {
  /** Runs one statement as superuser. */
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  /** Runs any number of statements as superuser. */
  exec(sql: string): Promise<void>;
  /** Applies these migrations, as `startBackend` does. */
  migrate(migrations: Migration[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens an embedded Postgres in memory with the system schemas of Supabase and nothing else, for tools that compare or
 * generate schemas. It serves no requests.
 */
export async function openDatabase(configFile: string): Promise<Database> {
  const empty = openSnapshot();
  const saved = await empty.load();
  const postgres = await openPostgres(null, saved);
  await addSystemSchemas(postgres, configFile);
  if (!saved) await empty.save(postgres);
  return {
    query: async <T>(sql: string, params: unknown[] = []) =>
      (await postgres.driver.query<T>(sql, params)).rows,
    exec: async (sql) => void (await postgres.driver.exec(sql)),
    migrate: (migrations) => applyMigrations(postgres, migrations),
    close: () => postgres.close(),
  };
}

export type StoredDatabase = {
  /** Runs one statement as superuser. */
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  /** A file of storage, or null if there is none. */
  readFile(bucket: string, key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>;
  close(): Promise<void>;
};

/**
 * Opens the database of a data folder for tools, without serving requests and without applying migrations. Throws an error
 * with a readable message if the folder has no database or another process is using it.
 */
export async function openStoredDatabase(dataDir: string): Promise<StoredDatabase> {
  const folder = resolve(dataDir);
  if (!existsSync(join(folder, "postgres")))
    throw new Error(`${folder} is not a data folder: it has no database.`);
  const release = lockFolder(folder);
  try {
    const postgres = await openPostgres(folder);
    const files = createFileStorage(join(folder, "storage"));
    return {
      query: async <T>(sql: string, params: unknown[] = []) =>
        (await postgres.driver.query<T>(sql, params)).rows,
      async readFile(bucket, key) {
        try {
          const { body, metadata } = await files.getObject(bucket, key, undefined);
          const bytes = new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
          return { bytes, contentType: metadata.mimetype };
        } catch (error) {
          if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
          throw error;
        }
      },
      close: () => postgres.close().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Creates the tables of auth and storage on a PostgreSQL server that has the roles of a hosted one. */
export async function installSystemSchemas(configFile: string, adminUrl: string): Promise<void> {
  // One connection, because @supabase/lite sends `begin` and `commit` as plain statements.
  const { server } = openServer(adminUrl, 1);
  try {
    await addSystemSchemas(server, configFile);
  } finally {
    await server.close();
  }
}

async function addSystemSchemas(postgres: Postgres, configFile: string): Promise<void> {
  const filesFolder = mkdtempSync(join(tmpdir(), "local-supabase-database-"));
  // Placeholders: no user signs in to this database.
  const keys: BackendKeys = {
    jwtSecret: "of-a-database-without-users-0123456789",
    signingKeys: [newSigningKey()],
    secretKey: "sb_secret_unused",
    publishableKey: "sb_publishable_unused",
  };
  const { config } = readConfig(configFile, keys, "http://localhost", {});
  await openLite({ postgres, config, filesFolder, sendMail: async () => undefined });
  rmSync(filesFolder, { recursive: true });
}
