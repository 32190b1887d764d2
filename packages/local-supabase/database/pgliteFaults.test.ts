import { expect, onTestFinished, test } from "vitest";
import { startTestBackend } from "../testing.ts";

// worker/supervisor.test.ts has the test of a crash.
test("refused statements leave nothing on the stack of the embedded Postgres, which answers after thousands of them", async () => {
  const backend = await startTestBackend();
  onTestFinished(() => backend.close());
  for (let sent = 0; sent < 3_000; sent++) await expect(backend.query("selec 1")).rejects.toThrow("syntax");
  expect(await backend.query("select 1 as one")).toEqual([{ one: 1 }]);
});
