import type { Client } from "pg";
import type { ScaleDatabase } from "./database.ts";

/** Smaller tables fit in a few pages, so the planner rightly reads them as a whole. */
const LARGE_TABLE_ROWS = 10_000;

/**
 * The indexes that the statements of `work` use, those inside functions included. Throws if one scans a large table that
 * `mayScan` does not name.
 */
export async function indexesUsedBy(
  { admin, connectAsAdmin }: Pick<ScaleDatabase, "admin" | "connectAsAdmin">,
  work: (client: Client) => Promise<void>,
  mayScan: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await admin.query<{ relname: string }>(
    "select relname from pg_class where relkind = 'r' and reltuples >= $1",
    [LARGE_TABLE_ROWS],
  );
  const client = await connectAsAdmin();
  const plans: string[] = [];
  client.on("notice", ({ message = "" }) => plans.push(message));
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on; set auto_explain.log_level = 'notice'`);
  await work(client);
  await client.end();

  const text = plans.join("\n");
  const namesIn = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));
  const scanned = namesIn(/Seq Scan on (\w+)/g);
  const large = rows
    .map(({ relname }) => relname)
    .filter((name) => scanned.has(name) && !mayScan.includes(name));
  if (large.length > 0) throw new Error(`sequential scan of ${large.join(", ")}`);
  const used = namesIn(/(?:Index(?: Only)? Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)/g);
  if (used.size === 0) throw new Error("auto_explain reported no plan");
  return [...used].sort();
}
