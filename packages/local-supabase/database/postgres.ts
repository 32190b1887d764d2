import { join } from "node:path";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import { asPostgrestError } from "./postgrestError.ts";

export type Postgres = PgliteConnection;

/** What a value is sent as: Postgres itself says what is wrong with it, where the library fails in ways of its own. */
const asText = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
/** By Postgres' numbers of its types. */
const SERIALIZERS = Object.fromEntries(
  Object.values({
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
  }).map((type) => [type, asText]),
);

/** Opens Postgres in this process: in `<dataDir>/postgres`, or in memory; a new one optionally from a snapshot. */
export async function openPostgres(dataDir: string | null, snapshot?: Blob): Promise<Postgres> {
  const postgres = await createPgliteConnection({
    url: dataDir === null ? "memory://" : join(dataDir, "postgres"),
    pgliteOptions: { serializers: SERIALIZERS, ...(snapshot ? { loadDataDir: snapshot } : {}) },
  });
  neutraliseGrants(postgres);
  setSessionAtOnce(postgres);
  const normalise = postgres.normalizeDbError.bind(postgres);
  postgres.normalizeDbError = (error) => asPostgrestError(normalise(error));
  try {
    await postgres.driver.waitReady;
  } catch (cause) {
    throw new Error("The database in the data folder could not be opened. Restore it from a backup.", {
      cause,
    });
  }
  return postgres;
}

/**
 * Once per connection the library grants everything on every table to anon, authenticated and service_role, which
 * would undo each `revoke` in the migrations. The roles and grants are ours (`baseline.ts`), so that step is
 * answered with "roles and policies are in force" and does nothing.
 */
function neutraliseGrants(postgres: Postgres): void {
  if (!("ensureRlsContext" in postgres)) {
    throw new Error("@supabase/lite no longer has ensureRlsContext: check that it leaves grants alone.");
  }
  Object.defineProperty(postgres, "ensureRlsContext", { value: async () => true });
}

type Session = {
  auth?: { role?: string | null; uid?: string | null; jwt?: unknown } | null;
  storage?: { operation?: string | null } | null;
};
type Call = { method: string; path: string; requestHeaders?: Record<string, string> };
/** As much as is needed here of the transaction that the library opens for a request. */
type Transaction = { executeQuery(query: object): Promise<unknown> };

/**
 * For each request the library says whom it speaks for, and what it asks, in up to eleven statements of their own,
 * which is more than most requests need for their work. Here the same settings go in one statement for each of the two.
 */
function setSessionAtOnce(postgres: Postgres): void {
  if (!("applyJwtSessionContext" in postgres && "applyRpcRequestGucs" in postgres)) {
    throw new Error("@supabase/lite no longer has applyJwtSessionContext: check who its requests speak for.");
  }
  const applyJwtSessionContext = (transaction: Transaction, { auth, storage }: Session) => {
    const role = auth?.role || "anon";
    const { jwt } = auth ?? {};
    return setAll(transaction, {
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

/** Sets them until the end of the transaction, in this order. */
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
