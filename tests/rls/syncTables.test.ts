import { describe, expect, it } from "vitest";
import { withBackend } from "../support/backend.ts";
import { achievementOp, push } from "../support/ops.ts";

const FORBIDDEN = "42501";
const backend = withBackend();

describe.each(["sync_clock", "sync_ledger"])("%s", (table) => {
  it("is inaccessible to its owner, other users, visitors and the service role", async () => {
    const [ada, stranger] = [await backend.signUp(), await backend.signUp()];
    const owner = await backend.clientFor(ada);
    await push(owner, [achievementOp("first_lesson")]);
    const others = [await backend.clientFor(stranger), await backend.clientFor(), backend.service()];
    for (const client of [owner, ...others]) {
      expect((await client.from(table).select()).error?.code).toBe(FORBIDDEN);
      expect((await client.from(table).insert({ user_id: ada.id })).error?.code).toBe(FORBIDDEN);
      expect((await client.from(table).update({ user_id: ada.id }).eq("user_id", ada.id)).error?.code).toBe(
        FORBIDDEN,
      );
      expect((await client.from(table).delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
  });
});

describe("the sync functions", () => {
  it.each(["sync_push", "sync_pull"])("deny %s to visitors and the service role", async (name) => {
    const args = name === "sync_push" ? { ops: [] } : { cursor: 0 };
    expect((await (await backend.clientFor()).rpc(name, args)).error?.code).toBe(FORBIDDEN);
    expect((await backend.service().rpc(name, args)).error?.code).toBe(FORBIDDEN);
  });
});
