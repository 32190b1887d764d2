import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import type { Driver, Sql } from "../auth/sql.ts";
import { adaptConnection, asText, asTime, type Postgres, SENT_AS_TEXT } from "./postgres.ts";

export type ServerUrls = {
  /** Logs in as a role that owns the tables of auth and storage, and may take the roles of the API. */
  url: string;
  /** Logs in as superuser, to read the catalogue. */
  adminUrl: string;
  /** The number of connections that serve requests. */
  connections: number;
};
export type Pool = { postgres: Postgres; superuser: Driver };
type ServerSql = PostgresConnection["driver"];

const ADMIN_CONNECTIONS = 4;
/** How long closing waits for queries that are running. */
const CLOSE_SECONDS = 5;
/** Hosted databases announce a change of the schema or of the settings on this channel. */
const RELOAD_CHANNEL = "pgrst";

const asJson = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
/** Parameters are sent as PGlite sends them. */
const TYPES = {
  json: { to: 114, from: [114], serialize: asJson, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: asJson, parse: JSON.parse },
  timestamptz: { to: 1184, from: [1184], serialize: asTime, parse: (value: unknown) => value },
  ...Object.fromEntries(
    Object.entries(SENT_AS_TEXT).map(([name, to]) => [
      `${name}AsText`,
      { to, from: [], serialize: asText, parse: (value: unknown) => value },
    ]),
  ),
};

/** Opens connections to a server as `url`'s role, at most `max`. */
export function openServer(url: string, max: number) {
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max,
      onnotice: () => undefined,
      connection: { search_path: '"$user", public, extensions' },
      types: TYPES,
    },
  });
  const sql = connection.driver;
  const server: Postgres = Object.assign(connection, {
    driver: driverOf(sql),
    close: () => sql.end({ timeout: CLOSE_SECONDS }),
  });
  /** Calls `work` for each notification, and once the channel is open. */
  const listen = (channel: string, work: () => Promise<void>) => sql.listen(channel, work, work);
  return { server, listen };
}

function driverOf(sql: ServerSql): Driver {
  return {
    ...sqlOf(sql),
    // The driver types the result of a transaction as that of its queries, which it is not here.
    transaction: <T>(work: (transaction: ReturnType<typeof sqlOf>) => Promise<T>) =>
      sql.begin((transaction) => work(sqlOf(transaction))) as Promise<T>,
  };
}

function sqlOf(sql: Pick<ServerSql, "unsafe">): Sql & Pick<Driver, "exec"> {
  return {
    // The caller names the type of the rows, which is not checked.
    query: async <T>(text: string, params: unknown[] = []) => ({
      rows: [...(await sql.unsafe(text, params as never[]))] as unknown as T[],
    }),
    exec: (text) => sql.unsafe(text),
  };
}

/**
 * A pool of connections to a PostgreSQL server that is prepared as a hosted one. Each request to REST or storage holds one
 * connection in one transaction, whose settings (role, claims, timeouts) end with it. Statements of the auth server run as
 * the role of `url`.
 */
export async function openPool({ url, adminUrl, connections }: ServerUrls): Promise<Pool> {
  const { server: admin, listen } = openServer(adminUrl, ADMIN_CONNECTIONS);
  const { server: pool } = openServer(url, connections);
  let settings = new Map<string, Record<string, string>>();
  let schema: ReturnType<Postgres["introspect"]> | undefined;

  const reload = async () => {
    schema = undefined;
    settings = await readSettings(admin.driver);
  };
  adaptConnection(pool, (role) => settings.get(role) ?? {});
  // The catalogue is read over another connection: requests that hold all of the pool would wait for each other. It is read
  // as superuser, because the information schema hides what the current role may not use.
  pool.introspect = () => {
    schema ??= admin.introspect();
    return schema;
  };
  pool.viewOptionsMetadata = (name, within) => admin.viewOptionsMetadata(name, within);
  pool.clearSchemaCache = reload;
  const closePool = pool.close;
  pool.close = async () => {
    await Promise.all([closePool(), admin.close()]);
  };
  try {
    await reload();
    await listen(RELOAD_CHANNEL, reload);
  } catch (cause) {
    await pool.close();
    throw new Error("The database server cannot be used.", { cause });
  }
  return { postgres: pool, superuser: admin.driver };
}

/** The settings of each role of the API, which PostgREST applies to the role's requests. */
async function readSettings(driver: Driver): Promise<Map<string, Record<string, string>>> {
  const { rows } = await driver.query<{ role: string; settings: string[] }>(
    `select rolname as role, setconfig as settings from pg_db_role_setting join pg_roles on pg_roles.oid = setrole
     where rolname in ('anon', 'authenticated', 'service_role')`,
  );
  const entryOf = (setting: string) => setting.split(/=(.*)/s).slice(0, 2);
  return new Map(rows.map(({ role, settings }) => [role, Object.fromEntries(settings.map(entryOf))]));
}
