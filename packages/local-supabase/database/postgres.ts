import { join } from "node:path";
import type { Connection } from "@supabase/lite";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import type { Driver } from "../auth/sql.ts";
import { repairPglite, shortenParsers } from "./pgliteFaults.ts";

/** What the backend needs of a database: the embedded one, or a server (pool.ts). */
export type Postgres = Connection<Driver>;

/** Sends values as text, so that invalid ones get Postgres' own error; the library would fail with a different one. */
export const asText = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
/** Postgres type OIDs. */
export const SENT_AS_TEXT = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  float4: 700,
  float8: 701,
  bpchar: 1042,
  varchar: 1043,
  uuid: 2950,
};
/** Dates and times, with and without a time zone. */
const TIMES = [1082, 1114, 1184];
export const asTime = (value: unknown) => (value instanceof Date ? value.toISOString() : asText(value));
const SERIALIZERS = {
  ...Object.fromEntries(Object.values(SENT_AS_TEXT).map((type) => [type, asText])),
  ...Object.fromEntries(TIMES.map((type) => [type, asTime])),
};

/**
 * Opens Postgres in this process: in `<dataDir>/postgres` or in memory, where a new database may start from a snapshot.
 * A crash ends the process unless `onCrash` ends something smaller.
 */
export async function openPostgres(
  dataDir: string | null,
  snapshot?: Blob,
  onCrash: (failure: unknown) => never = endProcess,
): Promise<PgliteConnection> {
  const postgres = await createPgliteConnection({
    url: dataDir === null ? "memory://" : join(dataDir, "postgres"),
    pgliteOptions: { serializers: SERIALIZERS, ...(snapshot ? { loadDataDir: snapshot } : {}) },
  });
  adaptConnection(postgres, () => ({}));
  try {
    await postgres.driver.waitReady;
  } catch (cause) {
    throw new Error("The database in the data folder could not be opened. Restore it from a backup.", {
      cause,
    });
  }
  repairPglite(postgres.driver, onCrash);
  await shortenParsers(postgres.driver);
  return postgres;
}

function endProcess(failure: unknown): never {
  console.error("The database has crashed:", failure);
  process.exit(1);
}

/**
 * Makes a connection of the library behave as PostgREST's. `settingsOf` returns the settings of a role, which apply to
 * each of its requests.
 */
export function adaptConnection(
  connection: Connection,
  settingsOf: (role: string) => Record<string, string>,
): void {
  neutraliseGrants(connection);
  setSessionAtOnce(connection, settingsOf);
  const normalise = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => asPostgrestError(normalise(error));
}

/**
 * Once per connection the library grants all rights on every table to anon, authenticated and service_role, which would
 * undo each `revoke` in the migrations. `baseline.ts` creates the roles and grants instead, so this step is replaced by
 * one that does nothing and reports roles and policies as enabled.
 */
function neutraliseGrants(postgres: Connection): void {
  if (!("ensureRlsContext" in postgres)) {
    throw new Error("@supabase/lite no longer has ensureRlsContext: check that it does not change grants.");
  }
  Object.defineProperty(postgres, "ensureRlsContext", { value: async () => true });
}

type Session = {
  auth?: { role?: string | null; uid?: string | null; jwt?: unknown } | null;
  storage?: { operation?: string | null } | null;
};
type Call = { method: string; path: string; requestHeaders?: Record<string, string> };
/** The part that this file uses of the transaction that the library opens for a request. */
type Transaction = { executeQuery(query: object): Promise<unknown> };

/**
 * For each request the library sets the caller's role and claims and describes the request in up to eleven separate
 * statements, more than most requests need for their actual work. This sends each of the two groups in one statement.
 */
function setSessionAtOnce(postgres: Connection, settingsOf: (role: string) => Record<string, string>): void {
  if (!("applyJwtSessionContext" in postgres && "applyRpcRequestGucs" in postgres)) {
    throw new Error(
      "@supabase/lite no longer has applyJwtSessionContext: check which role its requests use.",
    );
  }
  const applyJwtSessionContext = (transaction: Transaction, { auth, storage }: Session) => {
    const role = auth?.role || "anon";
    const { jwt } = auth ?? {};
    return setAll(transaction, {
      ...settingsOf(role),
      "request.jwt.claim.sub": String(auth?.uid ?? ""),
      "request.jwt.claim.role": role,
      "storage.operation": String(storage?.operation ?? ""),
      ...(jwt && typeof jwt === "object" ? { "request.jwt.claims": JSON.stringify(jwt) } : {}),
      role,
    });
  };
  const applyRpcRequestGucs = (transaction: Transaction, { method, path, requestHeaders = {} }: Call) =>
    setAll(transaction, {
      "response.status": "",
      "response.headers": "",
      "request.method": method,
      "request.path": path,
      "request.headers": JSON.stringify(requestHeaders),
    });
  Object.defineProperties(postgres, {
    applyJwtSessionContext: { value: applyJwtSessionContext },
    applyRpcRequestGucs: { value: applyRpcRequestGucs },
  });
}

/** Applies the settings in this order, until the end of the transaction. */
async function setAll(transaction: Transaction, settings: Record<string, string>): Promise<void> {
  const calls = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  const sql = `select ${calls.join(", ")}`;
  await transaction.executeQuery({
    sql,
    parameters: Object.values(settings),
    query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
    queryId: { queryId: "session" },
  });
}

type DatabaseError = { code: string; message?: string; detail?: string; hint?: string };

/**
 * For integrity violations that the library does not know (a violated check constraint) and exceptions that a function
 * raises, PostgREST answers 400 with Postgres's code, and for a deadlock or a timeout 500. The library answers 500 with a
 * code of its own. Converts them to the form of PostgREST's own `raise sqlstate 'PGRST'`, whose status the library uses;
 * every other error is returned unchanged.
 * See https://docs.postgrest.org/en/v13/references/errors.html.
 */
function asPostgrestError(error: unknown): unknown {
  const status = isDatabaseError(error) ? statusOf(error.code) : null;
  if (!isDatabaseError(error) || status === null) return error;
  const { code, message = "", detail = null, hint = null } = error;
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
    code: "PGRST",
    detail: JSON.stringify({ status, headers: {} }),
  });
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string";
}

const KNOWN_TO_THE_LIBRARY = new Set(["23502", "23503", "23505"]);

/** Deadlocks, locks that were not available, and statements that were cancelled. */
const INTERRUPTED = /^(40|55|57)/;

/** The status of PostgREST's response, or null if that of the library is the same. */
function statusOf(code: string): number | null {
  if (code === "P0001") return 400;
  const [, custom] = /^PT([45]\d\d)$/.exec(code) ?? [];
  if (custom) return Number(custom);
  if (INTERRUPTED.test(code)) return 500;
  return code.startsWith("23") && !KNOWN_TO_THE_LIBRARY.has(code) ? 400 : null;
}
