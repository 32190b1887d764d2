import { openStoredDatabase, type StoredDatabase } from "@academy/local-supabase";
import type { MovedTable } from "./tables.ts";

/** The rows of a table to move, and what the project's table has to contain afterwards. */
export type Source = MovedTable & {
  /** The names of the columns that move. */
  names: string[];
  select: string;
  count: number;
  /** The sum of hashes of all rows, which does not depend on their order. */
  total: string;
};

/** Rows are read in parts, because a table may be larger than the memory. */
const ROWS_AT_ONCE = 500;

/** Opens a data folder. All later reads see the same state, and none writes. */
export async function openFolder(path: string): Promise<StoredDatabase> {
  const folder = await openStoredDatabase(path);
  await folder.query("begin isolation level repeatable read read only");
  await folder.query("set local timezone = 'UTC'");
  return folder;
}

export async function readSource(folder: StoredDatabase, table: MovedTable): Promise<Source> {
  const columns = table.columns ?? (await storedColumns(folder, table.name));
  const list = Object.entries(columns).map(([name, expression]) => `${expression} as "${name}"`);
  const select = `select ${list.join(", ")} from ${table.name} as t${table.where ? ` where ${table.where}` : ""}`;
  const [found] = await folder.query<{ count: number; total: string }>(
    `select count(*)::int as count, ${digestOf("each")}::text as total from (${select}) as each`,
  );
  return {
    ...table,
    names: Object.keys(columns),
    select,
    count: found?.count ?? 0,
    total: found?.total ?? "0",
  };
}

/** All but those that Postgres computes. */
async function storedColumns(folder: StoredDatabase, table: string): Promise<Record<string, string>> {
  const [schema, name] = table.split(".");
  const rows = await folder.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
    [schema, name],
  );
  return Object.fromEntries(rows.map((row) => [row.name, `t."${row.name}"`]));
}

export function digestOf(row: string): string {
  return `coalesce(sum(('x' || substr(md5(to_jsonb(${row})::text), 1, 16))::bit(64)::bigint::numeric), 0)`;
}

/** The rows as JSON, in parts of at most `bytes` unless a single row is longer. */
export async function* readRows(
  folder: StoredDatabase,
  { select }: Source,
  bytes: number,
): AsyncGenerator<string[]> {
  await folder.query(
    `declare moved no scroll cursor for select to_jsonb(each)::text as row from (${select}) as each`,
  );
  try {
    let part: string[] = [];
    let size = 0;
    for (;;) {
      const rows = await folder.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from moved`);
      for (const { row } of rows) {
        const length = Buffer.byteLength(row);
        if (part.length > 0 && size + length > bytes) {
          yield part;
          [part, size] = [[], 0];
        }
        part.push(row);
        size += length;
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    if (part.length > 0) yield part;
  } finally {
    await folder.query("close moved");
  }
}
