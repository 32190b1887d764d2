import { beforeAll, describe, expect, it } from "vitest";
import { PROTOCOL_VERSION } from "../../src/entities/messages.ts";
import { hasStamp } from "../../src/entities/row.ts";
import { withBackend } from "../support/backend.ts";
import { enrolled, outcomes, sentSamples } from "../support/sentRows.ts";

const FORBIDDEN = "42501";
const backend = withBackend();
let ada: Awaited<ReturnType<typeof enrolled>>;
/** One row of each kind whose content the server only keeps. */
const sent = sentSamples().flatMap(({ kind, row }) => (hasStamp(kind) ? [row] : []));

beforeAll(async () => {
  ada = await enrolled(backend);
  expect(await outcomes(ada.client, sent)).toEqual(sent.map(() => "ok"));
});

/** Everyone who can send a request. */
const everyone = async () => [
  ada.client,
  await backend.clientFor(await backend.signUp()),
  await backend.clientFor(),
  backend.service(),
];
const stored = () => backend.query("select kind, key, content, rev from study_rows order by rev");

describe("study_rows", () => {
  it("shows its rows to their learner, even after access has ended", async () => {
    const ben = await enrolled(backend);
    await outcomes(ben.client, sent);
    await backend.refund(ben.learner);
    const { data } = await ben.client.from("study_rows").select().order("rev");
    expect(data).toMatchObject(
      sent.map(({ kind, key, content }) => ({ user_id: ben.id, kind, key, content })),
    );
  });

  it("shows another learner no rows, enrolled or not, and rejects visitors (S-074)", async () => {
    const stranger = await backend.signUp();
    const client = await backend.clientFor(stranger);
    expect((await client.from("study_rows").select()).data).toEqual([]);
    await backend.enrol(stranger);
    expect((await client.from("study_rows").select().eq("user_id", ada.id)).data).toEqual([]);
    const visitor = await backend.clientFor();
    expect((await visitor.from("study_rows").select()).error?.code).toBe(FORBIDDEN);
  });

  it("can be written by sync_push only, and cannot be deleted by any role", async () => {
    const before = await stored();
    for (const client of await everyone()) {
      const table = () => client.from("study_rows");
      for (const row of sent) {
        const planted = { ...row, user_id: ada.id, key: "planted", begun_at: "2026-03-01", rev: 999 };
        expect((await table().insert(planted)).error?.code).toBe(FORBIDDEN);
        expect((await table().upsert({ ...planted, key: row.key })).error?.code).toBe(FORBIDDEN);
      }
      expect((await table().update({ content: {} }).eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
      expect((await table().delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
    expect(await stored()).toEqual(before);
  });
});

describe("sync_clock", () => {
  it("is inaccessible to its owner, other users, visitors and the service role", async () => {
    for (const client of await everyone()) {
      const table = () => client.from("sync_clock");
      const owner = { user_id: ada.id };
      expect((await table().select()).error?.code).toBe(FORBIDDEN);
      expect((await table().insert(owner)).error?.code).toBe(FORBIDDEN);
      expect((await table().update(owner).eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
      expect((await table().delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
  });
});

describe("the sync functions", () => {
  it.each([
    ["sync_push", { rows: [] }],
    ["sync_pull", { epoch: null, cursor: 0, seen: null, max_rows: null, unsent: null, refused: null }],
  ])("deny %s to visitors and the service role", async (name, request) => {
    for (const client of [await backend.clientFor(), backend.service()])
      expect((await client.rpc(name, { version: PROTOCOL_VERSION, ...request })).error?.code).toBe(FORBIDDEN);
  });
});
