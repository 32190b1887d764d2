import { readFileSync } from "node:fs";
import type { StoredDatabase } from "@academy/local-supabase";
import { createClient } from "@supabase/supabase-js";
import type { Deployment } from "../deployment.ts";
import { digestOf, readRows, type Source } from "./folder.ts";

const BUCKET = "student-ids";
const LOAD = readFileSync(new URL("./load.sql", import.meta.url), "utf8");
/** The platform's API limits the size of a request, but does not document the limit. */
const BYTES_AT_ONCE = 250_000;
const BYTES_WORTH_REPORTING = 5_000_000;

const DIGEST = `create function move.digest(p_table text, p_columns text, out count bigint, out total numeric)
language plpgsql set search_path = '' as $$
begin
  execute format($query$select count(*), ${digestOf("each")} from (select %s from %s) as each$query$, p_columns, p_table)
  into count, total;
end $$`;

/** In a schema that only the role postgres may use. One statement each, as the platform's API takes them. */
const PREPARATION = [
  "create schema move",
  "create table move.rows (source text not null, content jsonb not null)",
  `create table move.tables (position integer primary key, name text not null, columns text[] not null, own text,
     count bigint not null, total numeric not null)`,
  DIGEST,
  LOAD,
];
const CLEAN_UP = "drop schema if exists move cascade";

/**
 * Copies the rows into a temporary schema in the project, and from there into their tables in one transaction, which also
 * compares them. If it throws, no table has changed, unless the connection was lost during that transaction: findOccupant
 * then knows.
 */
export async function transferRows(
  api: Deployment["api"],
  folder: StoredDatabase,
  sources: readonly Source[],
  report: (line: string) => void,
): Promise<void> {
  await api.query(CLEAN_UP);
  try {
    for (const statement of PREPARATION) await api.query(statement);
    await copyRows(api, folder, sources, report);
    await api.query("select move.load()");
  } catch (error) {
    // The first error says what went wrong. Another one here has the same cause, and the next run starts by cleaning up.
    await api.query(CLEAN_UP).catch(() => undefined);
    throw error;
  }
  await api.query(CLEAN_UP);
}

async function copyRows(
  api: Deployment["api"],
  folder: StoredDatabase,
  sources: readonly Source[],
  report: (line: string) => void,
): Promise<void> {
  let unreported = 0;
  for (const source of sources)
    for await (const rows of readRows(folder, source, BYTES_AT_ONCE)) {
      const content = `[${rows.join(",")}]`;
      await api.query("insert into move.rows (source, content) values ($1, $2::jsonb)", [
        source.name,
        content,
      ]);
      unreported += content.length;
      if (unreported < BYTES_WORTH_REPORTING) continue;
      unreported = 0;
      report(`  … ${source.name}`);
    }
  const tables = sources.map(({ name, names, own, count, total }, position) => ({
    ...{ position, name, columns: names, own, count, total },
  }));
  await api.query(
    "insert into move.tables select * from jsonb_populate_recordset(null::move.tables, $1::jsonb)",
    [JSON.stringify(tables)],
  );
}

/**
 * Copies the files of student IDs that have a row in the project but no file there, and compares them. Returns their number.
 * A student ID whose file is missing in the folder too is about to be deleted.
 */
export async function transferFiles(
  { api, supabaseUrl }: Deployment,
  folder: StoredDatabase,
): Promise<number> {
  const missing = await api.query<{ path: string }>(
    `select path from public.student_ids
     where not exists (select from storage.objects where bucket_id = '${BUCKET}' and name = path)`,
  );
  const { secret } = await api.keys();
  const bucket = createClient(supabaseUrl, secret, { auth: { persistSession: false } }).storage.from(BUCKET);
  let copied = 0;
  for (const { path } of missing) {
    const file = await folder.readFile(BUCKET, path);
    if (!file) continue;
    const { error } = await bucket.upload(path, file.bytes, { contentType: file.contentType });
    const { data } = await bucket.download(path);
    if (error || !data || !Buffer.from(await data.arrayBuffer()).equals(file.bytes))
      throw new Error(
        `All rows have been moved, but the file of a student ID has not (${error?.message ?? "it arrived different"}). Run the command again: it copies what is missing.`,
      );
    copied++;
  }
  return copied;
}

export type Occupant = "nobody" | "this folder" | "others";

type Found = { users: string[]; orders: string[]; certificates: string[]; clocks: Record<string, number> };
const FOUND = `select
  (select coalesce(jsonb_agg(id), '[]') from auth.users) as users,
  (select coalesce(jsonb_agg(id), '[]') from public.orders) as orders,
  (select coalesce(jsonb_agg(id), '[]') from public.certificates) as certificates,
  (select coalesce(jsonb_object_agg(user_id, rev), '{}') from public.sync_clock) as clocks`;

/**
 * Whose data the project has. "This folder" means that it has everything in the folder, which was moved before: each
 * account, order and certificate, and each learner's work up to the same revision or a later one.
 */
export async function findOccupant(
  { api }: Deployment,
  folder: StoredDatabase,
  sources: readonly Source[],
): Promise<Occupant> {
  const mustBeEmpty = sources.filter(({ own }) => !own).map(({ name }) => `select from ${name}`);
  const [project] = await api.query<{ is_empty: boolean }>(
    `select not exists (${mustBeEmpty.join(" union all ")}) as is_empty`,
  );
  if (project?.is_empty) return "nobody";
  const [theirs] = await api.query<Found>(FOUND);
  const [mine] = await folder.query<Found>(FOUND);
  if (!theirs || !mine) throw new Error("The project's data could not be read.");
  const hasAll = (["users", "orders", "certificates"] as const)
    .filter((kind) => kind === "users" || sources.some(({ name }) => name === `public.${kind}`))
    .every((kind) => {
      const known = new Set(theirs[kind]);
      return mine[kind].every((id) => known.has(id));
    });
  const isLater = Object.entries(mine.clocks).every(([user, rev]) => (theirs.clocks[user] ?? -1) >= rev);
  return hasAll && isLater ? "this folder" : "others";
}
