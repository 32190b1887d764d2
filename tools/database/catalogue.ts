import type { FactBase } from "@supabase/pg-delta/core";
import { extract } from "@supabase/pg-delta/extract";
import type { Pool } from "pg";
import type { Database } from "./embedded.ts";

export type Row = Record<string, unknown>;
export type TableRows = { key: string[]; rows: Row[] };

/** The contents of a database that migrations create. */
export type Catalogue = {
  /** All objects with their grants, policies and comments. */
  facts: FactBase;
  /** The rows of our non-empty tables, by qualified name. */
  rows: Map<string, TableRows>;
  /** Settings that migrations change outside our schemas: buckets, and role limits. */
  settings: string[];
};

export async function readCatalogue({ query }: Database): Promise<Catalogue> {
  const { factBase } = await extract(asPool(query));
  return { facts: factBase, rows: await readRows(query), settings: await readSettings(query) };
}

/** Implements the parts of a pool that pg-delta uses; the embedded database has a single connection. */
function asPool(query: Database["query"]): Pool {
  const client = { query: async (sql: string, params?: unknown[]) => ({ rows: await query(sql, params) }) };
  // extract() only connects, queries and releases.
  return { ...client, connect: async () => ({ ...client, release: () => undefined }) } as unknown as Pool;
}

async function readRows(query: Database["query"]): Promise<Map<string, TableRows>> {
  const tables = await query<{ name: string; key: string[] }>(
    `select pg_class.oid::regclass::text as name, (
       select array_agg(attname::text order by attnum) from pg_index join pg_attribute on attrelid = indrelid
       where indrelid = pg_class.oid and indisprimary and attnum = any (indkey)
     ) as key
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'private')
     order by 1`,
  );
  const result = new Map<string, TableRows>();
  for (const { name, key } of tables) {
    const rows = await query<{ row: Row }>(
      `select to_jsonb(each) as row from ${name} as each order by each::text`,
    );
    if (rows.length > 0) result.set(name, { key, rows: rows.map(({ row }) => row) });
  }
  return result;
}

async function readSettings(query: Database["query"]): Promise<string[]> {
  const settings = await query<{ setting: string }>(
    `select 'role ' || rolname || ': ' || rolconfig::text as setting from pg_roles where rolconfig is not null
     union all
     select 'bucket ' || id || ': ' || jsonb_build_object('public', public, 'limit', file_size_limit)
     from storage.buckets order by 1`,
  );
  return settings.map(({ setting }) => setting);
}
