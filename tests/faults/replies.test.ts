import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readPosition } from "../../src/db/store/meta.ts";
import { readRows } from "../../src/db/synced/readRows.ts";
import { achievement } from "../../src/entities/achievement/achievement.ts";
import type { PushReply } from "../../src/entities/messages.ts";
import { progress } from "../../src/entities/progress/progress.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { workbookField } from "../../src/entities/workbookField/workbookField.ts";
import { contentOn, makeDevice, START_MS, someUser, unsentOf } from "./device.ts";
import { type Fault, faultyFetch, type Sent } from "./faultyFetch.ts";
import { ModelServer } from "./modelServer.ts";

/** Replies that confirm nothing, that a real server does not give, or that come too late. */

const FIELD = "l03-prompt";

function setUp(faults: Fault[] = []) {
  const server = new ModelServer();
  const userId = someUser();
  const sent: Sent[] = [];
  const line = faultyFetch(server, (each) => {
    sent.push(each);
    return faults.shift() ?? "none";
  });
  const device = makeDevice(userId, line);
  /** Changes the replies to pushes. */
  const onPush = (change: (reply: PushReply) => unknown) => {
    device.ports.fetch = async (input, init) => {
      const response = await line(input, init);
      if (!String(input).endsWith("sync_push")) return response;
      const reply = (await response.json()) as PushReply;
      return Response.json((await change(reply)) ?? reply);
    };
  };
  /** Adds rows to the account that no device has written. */
  const addRows = (rows: { kind: string; key: string; content: object; stamp?: string }[]) => {
    const account = server.account(userId);
    for (const row of rows) {
      account.rev += 1;
      account.rows.set(`${row.kind} ${row.key}`, { ...row, rev: account.rev });
    }
  };
  return { server, userId, sent, faults, line, device, onPush, addRows };
}

const KEEPS: Fault[] = [
  "dropBefore",
  "dropAfter",
  "truncate",
  "captivePortal",
  "otherUser",
  "missingResult",
  { status: 401 },
  { status: 403 },
  { status: 408 },
  { status: 425 },
  { status: 429, headers: { "retry-after": "7" } },
  { status: 500 },
  { status: 503 },
];

test.each(KEEPS)(
  "a response that confirms nothing (%j) leaves the queue unchanged, and the next cycle empties it",
  async (fault) => {
    const { device, server, userId, faults } = setUp([fault, fault, fault, fault]);
    await device.complete("1");
    const rows = await unsentOf(device);
    expect((await device.cycle()).status).toBe("later");
    expect(await unsentOf(device)).toEqual(rows);
    faults.length = 0;
    expect(await device.cycle()).toEqual({ status: "done" });
    expect(await unsentOf(device)).toEqual([]);
    expect(server.account(userId).rev).toBe(2);
  },
);

test("a page of another learner is not stored, and does not move the position", async () => {
  const { device } = setUp(["otherUser"]);
  expect(await device.cycle()).toMatchObject({ status: "later", why: "server" });
  expect((await readPosition(device.ports.db)).cursor).toBe(0);
});

const answered = (kind: string, key: string) => ({ kind, key, code: null });

test.each<[string, (reply: PushReply) => object]>([
  ["for a row that was not sent", ({ answers }) => [answered("progress", "9"), ...answers.slice(1)]],
  ["in another order", ({ answers }) => answers.toReversed()],
  ["for more rows than were sent", ({ answers }) => [...answers, answered("progress", "9")]],
  ["with a number as its code", ({ answers }) => answers.map((each) => ({ ...each, code: 1 }))],
])("a reply that answers %s decides nothing", async (_, tamper) => {
  const { device, onPush } = setUp();
  onPush((reply) => (reply.answers.length > 1 ? { ...reply, answers: tamper(reply) } : undefined));
  await device.complete("1");
  const rows = await unsentOf(device);
  expect(await device.cycle()).toMatchObject({ status: "later", why: "server" });
  expect(await unsentOf(device)).toEqual(rows);
});

test("a row in a reply that was not sent is joined, and ends no mark of another row", async () => {
  const { device, server, onPush } = setUp();
  server.judge = () => "not_entitled";
  const content = { lessonId: "7", completed: true, completedAt: "2026-11-01T09:00:00.000Z", quizScore: 80 };
  onPush((reply) => ({ ...reply, rows: [{ kind: "progress", key: "7", content, rev: 5 }], news: true }));
  await device.write(FIELD, "Mine.");
  await device.cycle();
  expect(await contentOn(device, progress, "7")).toEqual(content);
  expect(await unsentOf(device)).toMatchObject([{ key: FIELD, unsent: { error: "not_entitled" } }]);
});

test("an accepted row stays unsent if the row in the reply lacks what was sent", async () => {
  const { device, onPush } = setUp();
  await device.cycle();
  const older = { kind: "workbook", key: FIELD, content: { fieldId: FIELD, value: "Older." } };
  onPush((reply) => ({ ...reply, rows: [{ ...older, stamp: newStamp(START_MS - 1), rev: 1 }] }));
  await device.write(FIELD, "Mine.");
  await device.cycle();
  expect(await unsentOf(device)).toMatchObject([{ content: { value: "Mine." } }]);
});

test.each([
  ["a confirmation", null],
  ["a refusal", "not_entitled"],
])("%s of an older state of a row that has changed since says nothing about the row", async (_, code) => {
  const { device, server, userId, onPush } = setUp();
  server.judge = () => code;
  let isFirst = true;
  onPush(async () => {
    if (isFirst) await device.write(FIELD, "typed meanwhile");
    isFirst = false;
    server.judge = () => null;
  });
  await device.write(FIELD, "sent");
  await device.cycle();
  expect(server.content(userId, workbookField, FIELD)).toMatchObject({ value: "typed meanwhile" });
  expect(await unsentOf(device)).toEqual([]);
});

test.each<[string, (reply: PushReply) => object]>([
  [
    "refuses its time without a new limit",
    ({ answers }) => ({ answers: answers.map((each) => ({ ...each, code: "clock" })) }),
  ],
  ["has another epoch each time", () => ({ epoch: randomUUID() })],
])("a row whose server %s is sent a few times in a cycle, and then waits", async (_, change) => {
  const { device, server, sent, onPush } = setUp();
  onPush((reply) => ({ ...reply, ...change(reply) }));
  await device.write(FIELD, "Mine.");
  expect(await device.cycle()).toEqual({ status: "done" });
  expect(sent.filter(({ path }) => path === "rpc/sync_push").length).toBeLessThanOrEqual(3);
  expect(await unsentOf(device)).toMatchObject([{ unsent: { tries: 0, error: null } }]);
  device.ports.fetch = faultyFetch(server, () => "none");
  await device.cycle({ isAsked: true });
  expect(await unsentOf(device)).toEqual([]);
});

test("rows that this version cannot read are put aside, do not block the others, and are tried again", async () => {
  const { device, addRows } = setUp();
  await device.cycle();
  const stamp = newStamp(START_MS);
  const done = { completed: true, completedAt: null, quizScore: null };
  addRows([
    { kind: "progress", key: "99", content: { lessonId: "99", ...done } },
    { kind: "achievement", key: "first_lesson", content: { type: "first_lesson", added: { later: true } } },
    { kind: "workbook", key: "l03-a", content: { fieldId: "l03-a" }, stamp },
    { kind: "workbook", key: "l03-b", content: { fieldId: "l03-b", value: "without a stamp" } },
    { kind: "progress", key: "3", content: { lessonId: "3", ...done }, stamp },
    { kind: "progress", key: "4", content: { lessonId: "5", ...done } },
    { kind: "poem", key: "1", content: { text: "mine" } },
  ]);
  expect(await device.cycle()).toEqual({ status: "done" });
  const aside = (await device.db.aside.toArray()).map(({ kind, key }) => `${kind} ${key}`);
  expect(aside.sort()).toEqual([
    "poem 1",
    "progress 3",
    "progress 4",
    "progress 99",
    "workbook l03-a",
    "workbook l03-b",
  ]);
  expect(await readRows(device.db, achievement)).toEqual([{ type: "first_lesson", added: { later: true } }]);
  expect(await readRows(device.db, progress)).toEqual([]);
  // Another tab may run a newer version, so they are tried again in each cycle.
  await device.db.aside.put({
    kind: "achievement",
    key: "5_lessons",
    content: { type: "5_lessons" },
    rev: 9,
  });
  await device.cycle();
  expect((await readRows(device.db, achievement)).map(({ type }) => type)).toContain("5_lessons");
});

test.each([
  ["a random UUID", "ffffffff-ffff-4fff-8fff-ffffffffffff", true],
  ["the form of another device's clock", "2026-11-20T09:00:00.000Z-0001-89abcdef", false],
])("a stamp that is %s stops neither the device's pushes nor a later text", async (_, stamp, isUuid) => {
  const { device, server, userId, addRows } = setUp();
  addRows([{ kind: "workbook", key: FIELD, content: { fieldId: FIELD, value: "theirs" }, stamp }]);
  await device.complete("1");
  expect((await device.cycle()).status).toBe(isUuid ? "done" : "later");
  expect(server.content(userId, progress, "1")).toMatchObject({ completed: true });
  if (!isUuid) return;
  await device.write(FIELD, "over it");
  expect(await contentOn(device, workbookField, FIELD)).toMatchObject({ value: "over it" });
});
