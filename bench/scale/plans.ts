import type { Client } from "pg";
import type { ScaleDatabase } from "./database.ts";

/** Smaller tables fit in a few pages, so the planner rightly reads them as a whole. */
const LARGE_TABLE_ROWS = 10_000;

/** Throws if a statement of `work`, or one inside a function that it calls, reads a large table sequentially. */
export async function checkIndexes(
  { admin, connectAsAdmin }: ScaleDatabase,
  work: (client: Client) => Promise<void>,
): Promise<void> {
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
  if (!/Index (Only )?Scan/.test(text)) throw new Error("auto_explain reported no plan");
  const scanned = new Set([...text.matchAll(/Seq Scan on (\w+)/g)].map(([, name = ""]) => name));
  const large = rows.map(({ relname }) => relname).filter((name) => scanned.has(name));
  if (large.length > 0) throw new Error(`sequential scan of ${large.join(", ")}`);
}
