import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestBackend } from "@academy/local-supabase/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { startVacuum, vacuum } from "./vacuum.ts";

const NOTE = "a note that was deleted";

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
  const size = async () => {
    const [table] = await backend.query<{ bytes: number }>(
      "select pg_total_relation_size('public.notes')::int as bytes",
    );
    return table?.bytes ?? 0;
  };
  await backend.query("insert into public.notes values (1, '')");
  const query = vi.spyOn(backend, "query");
  const checkpoints = () => query.mock.calls.filter(([sql]) => sql === "checkpoint");
  const stop = startVacuum(backend, { checkMs: 20, grownBytes: 1024 * 1024 });
  // The first vacuum does not depend on the size.
  await vi.waitFor(() => expect(checkpoints()).toHaveLength(2));
  for (let count = 0; count < 40; count++)
    await backend.query(
      "update public.notes set body = (select string_agg(md5(i::text), '') from generate_series(1, 4000) i)",
    );
  await vi.waitFor(async () => expect(await size()).toBeLessThan(1024 * 1024));
  await stop();
});
