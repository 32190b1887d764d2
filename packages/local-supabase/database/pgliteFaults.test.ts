import { expect, onTestFinished, test } from "vitest";
import { startTestBackend } from "../testing.ts";
import { openPostgres } from "./postgres.ts";

// worker/supervisor.test.ts has the test of a crash.
test("refused statements leave nothing on the stack of the embedded Postgres, which answers after thousands of them", async () => {
  const backend = await startTestBackend();
  onTestFinished(() => backend.close());
  for (let sent = 0; sent < 3_000; sent++) await expect(backend.query("selec 1")).rejects.toThrow("syntax");
  expect(await backend.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("the embedded Postgres has no parsers for arrays of rows, and still reads arrays of texts, numbers and ids", async () => {
  const postgres = await openPostgres(null);
  onTestFinished(() => postgres.close());
  const { rows: arrays } = await postgres.driver.query<{ oid: number }>(
    "select typarray as oid from pg_type where typtype = 'c' and typarray <> 0",
  );
  expect(arrays.length).toBeGreaterThan(100);
  for (const { oid } of arrays) expect(postgres.driver.parsers).not.toHaveProperty(String(oid));
  const { rows } = await postgres.driver.query(
    "select array['a'] as texts, array[1, 2] as numbers, array[gen_random_uuid()] as ids, $1::text[] as sent",
    [["b"]],
  );
  expect(rows).toEqual([{ texts: ["a"], numbers: [1, 2], ids: [expect.any(String)], sent: ["b"] }]);
});
