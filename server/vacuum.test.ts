import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Backend } from "@academy/local-supabase";
import { startTestBackend } from "@academy/local-supabase/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectConsoleError } from "../tests/support/setup/failOnConsoleError.ts";
import { startVacuum, vacuum } from "./vacuum.ts";

const NOTE = "a note that was deleted";
/** A vacuum of every table takes seconds on a busy machine. */
const PATIENCE_MS = 100_000;

test("after a vacuum, no file of the database contains a deleted note or an earlier version of one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "academy-vacuum-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await using backend = await startTestBackend(
    { "20260101000000_notes.sql": "create table public.notes (id int primary key, body text)" },
    { dataDir: folder },
  );
  const filesWith = (text: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .filter((file) => readFileSync(file).includes(text));
  await backend.query("insert into public.notes select i, $1 || i from generate_series(1, 50) i", [NOTE]);
  await backend.query("checkpoint");
  await backend.query("delete from public.notes where id > 10");
  await backend.query("update public.notes set body = 'kept ' || id");
  expect(filesWith(NOTE)).not.toEqual([]);
  await vacuum(backend);
  expect(filesWith(NOTE)).toEqual([]);
  expect(await backend.query("select count(*)::int from public.notes")).toEqual([{ count: 10 }]);
});

test("a database that grows is vacuumed before the next day", async () => {
  await using backend = await startTestBackend({
    "20260101000000_notes.sql": "create table public.notes (id int primary key, body text)",
  });
  await backend.query("insert into public.notes values (1, '')");
  const query = vi.spyOn(backend, "query");
  const vacuums = () => query.mock.calls.filter(([sql]) => sql === "vacuum (full) notes").length;
  const stop = startVacuum(backend, { firstMs: 20, checkMs: 20, grownBytes: 1024 * 1024 });
  // The first vacuum does not depend on the size.
  await vi.waitFor(() => expect(vacuums()).toBe(1), PATIENCE_MS);
  // Each update adds 128 kB. What is added while a vacuum runs does not count as growth, so the first may be among it.
  await vi.waitFor(async () => {
    await backend.query(
      "update public.notes set body = (select string_agg(md5(i::text), '') from generate_series(1, 4000) i)",
    );
    expect(vacuums()).toBeGreaterThan(1);
  }, PATIENCE_MS);
  await stop();
});

test("a log of changes that grows is restarted, although the tables have not grown", async () => {
  await using backend = await startTestBackend({
    "20260101000000_counters.sql": "create table public.counters (id int primary key, count int)",
  });
  const grownBytes = 40 * 1024 * 1024;
  const logBytes = async () => {
    const [log] = await backend.query<{ bytes: number }>(
      "select sum(size)::float8 as bytes from pg_ls_waldir()",
    );
    return log?.bytes ?? 0;
  };
  const query = vi.spyOn(backend, "query");
  const callsOf = (start: string) => query.mock.calls.filter(([sql]) => sql.startsWith(start)).length;
  const stop = startVacuum(backend, { firstMs: 20, checkMs: 20, grownBytes });
  await vi.waitFor(() => expect(callsOf("checkpoint")).toBeGreaterThanOrEqual(2), PATIENCE_MS);
  const [vacuums, checkpoints] = [callsOf("vacuum"), callsOf("checkpoint")];
  // What fails leaves nothing in the tables, but its log stays.
  const failing =
    "do $$ begin for i in 1..12 loop perform pg_logical_emit_message(false, 'x', repeat('x', 1000000)); end loop; end $$";
  for (let count = 0; count < 5; count++) await backend.query(failing);
  await vi.waitFor(() => expect(callsOf("checkpoint")).toBeGreaterThan(checkpoints), PATIENCE_MS);
  await vi.waitFor(async () => expect(await logBytes()).toBeLessThan(grownBytes), PATIENCE_MS);
  expect(callsOf("vacuum")).toBe(vacuums);
  await stop();
});

test("a vacuum that fails restarts the log of changes and is not repeated at once", async () => {
  expectConsoleError(/vacuum_failed/);
  let vacuums = 0;
  const log: string[] = [];
  const query = vi.fn(async (sql: string) => {
    log.push(sql);
    if (sql.startsWith("vacuum")) {
      vacuums += 1;
      throw new Error("no space left");
    }
    return sql.startsWith("select format") ? [{ sql: "vacuum notes" }] : [{ tables: 1, log: 1 }];
  });
  const stop = startVacuum({ query } as unknown as Pick<Backend, "query">, {
    firstMs: 1,
    checkMs: 1,
    grownBytes: 10,
  });
  const checks = () => log.filter((sql) => sql.includes("pg_ls_waldir")).length;
  await vi.waitFor(() => expect(checks()).toBeGreaterThan(4));
  await stop();
  expect(vacuums).toBe(1);
  expect(log.filter((sql) => sql === "checkpoint")).toHaveLength(2);
});
