import { Dexie } from "dexie";
import { expect, test } from "vitest";
import { readRows } from "../../src/db/synced/readRows.ts";
import { LESSON_IDS } from "../../src/domain/ids.ts";
import { achievement } from "../../src/entities/achievement/achievement.ts";
import { attempt } from "../../src/entities/attempt/attempt.ts";
import { progress } from "../../src/entities/progress/progress.ts";
import { contentOn, makeDevice, someUser, stateOf, unsentOf } from "./device.ts";
import { type Fault, faultyFetch, type Sent } from "./faultyFetch.ts";
import { MODEL_KEY, ModelServer } from "./modelServer.ts";

const FAIL = [1, 1, 1, 1, 1];

function setUp(faults: Fault[] = []) {
  const server = new ModelServer();
  const userId = someUser();
  const sent: Sent[] = [];
  const line = faultyFetch(server, (each) => {
    sent.push(each);
    return faults.shift() ?? "none";
  });
  return { server, userId, sent, faults, line, device: makeDevice(userId, line) };
}

test("the next page of a pull is requested while the last one is stored", async () => {
  const { device, server, userId } = setUp();
  for (const lessonId of ["1", "2", "3"] as const) await device.complete(lessonId);
  await device.cycle();
  server.mostRows = 2;
  const isSecondRequested = Promise.withResolvers<void>();
  let held: Promise<void> | undefined;
  const line = faultyFetch(server, ({ path, body }) => {
    if (path !== "rpc/sync_pull") return "none";
    if ((body as { cursor: number }).cursor > 0) isSecondRequested.resolve();
    // While this transaction is open, nothing can be stored.
    held ??= other.db.transaction("rw", other.db.rows, () => Dexie.waitFor(isSecondRequested.promise));
    return "none";
  });
  const other = makeDevice(userId, line);
  expect(await other.cycle()).toEqual({ status: "done" });
  await held;
  expect(await stateOf(other)).toEqual(await stateOf(device));
});

test("the outcome of a cycle contains the server's Retry-After", async () => {
  const { device } = setUp([{ status: 429, headers: { "retry-after": "7" } }]);
  await device.complete("1");
  expect(await device.cycle()).toEqual({ status: "later", why: "busy", retryAfterMs: 7000 });
});

test("one bad entry among a hundred is found and parked, and all others arrive in the first cycle", async () => {
  const { device, server, userId } = setUp();
  for (let index = 0; index < 100; index += 1) await device.submit("2", FAIL);
  const poison = (await unsentOf(device))[41];
  device.ports.fetch = faultyFetch(server, ({ path, body }) =>
    path === "rpc/sync_push" && JSON.stringify(body).includes(String(poison?.key)) ? { status: 400 } : "none",
  );
  expect(await device.cycle()).toEqual({ status: "done" });
  expect(server.countOf(userId, attempt)).toBe(99);
  for (let times = 1; times < 5; times += 1) {
    device.clock.nowMs += 5 * 60_000;
    await device.cycle();
  }
  expect(await unsentOf(device)).toMatchObject([
    { key: poison?.key, unsent: { isParked: true, tries: 5, error: "P0001" } },
  ]);
});

test("each pull reports how much work the device still has, without another request", async () => {
  const { device, server, sent } = setUp();
  // A reading place is not work that a learner would miss.
  server.judge = ({ kind }) => (kind === "progress" || kind === "place" ? "not_entitled" : null);
  await device.complete("1");
  await device.submit("2", FAIL);
  await device.move("2", { step: 1, part: 0, share: 0 }, true);
  await device.cycle();
  expect(sent.map(({ path }) => path)).toEqual(["rpc/sync_pull", "rpc/sync_push"]);
  expect(sent[0]?.body).toMatchObject({ unsent: 3, refused: 0 });
  for (let times = 1; times < 6; times += 1) {
    device.clock.nowMs += 5 * 60_000;
    await device.cycle();
  }
  const pulls = sent.filter(({ path }) => path === "rpc/sync_pull");
  expect(pulls[1]?.body).toMatchObject({ unsent: 1, refused: 0 });
  expect(pulls.at(-1)?.body).toMatchObject({ unsent: 0, refused: 1 });
});

test("an entry that causes a server error does not hold up the others and is never parked", async () => {
  const { device, server, userId } = setUp();
  for (let index = 0; index < 20; index += 1) await device.submit("2", FAIL);
  const poison = (await unsentOf(device))[7];
  device.ports.fetch = faultyFetch(server, ({ path, body }) =>
    path === "rpc/sync_push" && JSON.stringify(body).includes(String(poison?.key)) ? { status: 500 } : "none",
  );
  for (let times = 0; times < 4; times += 1) await device.cycle();
  expect(server.countOf(userId, attempt)).toBe(19);
  expect(await unsentOf(device)).toMatchObject([{ unsent: { tries: 0 } }]);
});

test("a refused row is evaluated again each time it is sent, and accepted once the server is fixed", async () => {
  const { device, server, userId } = setUp();
  server.judge = ({ kind }) => (kind === "progress" ? "not_entitled" : null);
  await device.complete("2");
  await device.cycle();
  expect(await unsentOf(device)).toMatchObject([{ unsent: { tries: 1, error: "not_entitled" } }]);
  server.judge = () => null;
  device.clock.nowMs += 60_000;
  await device.cycle();
  expect(server.content(userId, progress, "2")?.completed).toBe(true);
  expect((await unsentOf(device)).length).toBe(0);
});

test("a refused entry is still sent in the next cycle if the device's clock is set back by a day", async () => {
  const { device, server } = setUp();
  server.judge = () => "not_entitled";
  await device.complete("2");
  await device.cycle();
  server.judge = () => null;
  device.clock.nowMs -= 24 * 60 * 60_000;
  await device.cycle();
  expect((await unsentOf(device)).length).toBe(0);
});

test("a pull with less progress than the device has removes nothing from the device", async () => {
  const { device: phone, server, line, userId } = setUp();
  const laptop = makeDevice(userId, line);
  await phone.submit("1", FAIL);
  await phone.cycle();
  server.judge = () => "not_entitled";
  await laptop.submit("1", MODEL_KEY);
  const before = await contentOn(laptop, progress, "1");
  await laptop.cycle();
  expect(await readRows(laptop.db, attempt)).toHaveLength(2);
  expect(await contentOn(laptop, progress, "1")).toEqual(before);
});

test("five lessons completed on two devices earn an achievement that neither earned alone (S-110)", async () => {
  const { device: phone, server, line, userId } = setUp();
  const laptop = makeDevice(userId, line);
  for (const lessonId of LESSON_IDS.slice(0, 3)) await phone.complete(lessonId);
  for (const lessonId of LESSON_IDS.slice(3, 5)) await laptop.complete(lessonId);
  await phone.cycle();
  await laptop.cycle();
  expect((await readRows(laptop.db, achievement)).map(({ type }) => type)).toEqual([
    "5_lessons",
    "first_lesson",
  ]);
  expect(server.content(userId, achievement, "5_lessons")).toBeDefined();
});

test("a server restored from an older backup receives the device's work again", async () => {
  const { device, server, userId, sent } = setUp();
  const empty = server.backup();
  await device.submit("1", MODEL_KEY);
  await device.complete("2");
  await device.cycle();
  server.restore(empty);
  expect(await device.cycle()).toEqual({ status: "done" });
  expect(server.countOf(userId, attempt)).toBe(1);
  expect(server.countOf(userId, progress)).toBe(2);
  expect(server.content(userId, achievement, "first_lesson")).toBeDefined();
  const before = sent.length;
  await device.cycle();
  expect(sent.slice(before).map((each) => each.path)).toEqual(["rpc/sync_pull"]);
});

test("a server restored before the device's first pull receives the confirmed entries again", async () => {
  const { device, server, userId } = setUp(["dropBefore"]);
  const empty = server.backup();
  await device.complete("1");
  await device.cycle();
  expect((await unsentOf(device)).length).toBe(0);
  server.restore(empty);
  await device.cycle();
  expect(server.content(userId, progress, "1")).toBeDefined();
});

test("a server restored without a new epoch receives again what the device pushed and has not pulled since", async () => {
  const { device, server, userId } = setUp();
  await device.cycle();
  const empty = server.backup();
  await device.complete("1");
  await device.cycle();
  server.accounts = empty;
  await device.cycle();
  expect(server.content(userId, progress, "1")).toBeDefined();
});

test("a restored server that answers no pull receives nothing, because a push would hide what it has lost", async () => {
  const { device, server } = setUp();
  await device.complete("1");
  await device.cycle();
  const before = server.backup();
  await device.complete("2");
  await device.cycle();
  server.accounts = before;
  await device.complete("3");
  const { fetch } = device.ports;
  device.ports.fetch = async (input, init) =>
    String(input).includes("sync_pull") ? new Response("", { status: 503 }) : fetch(input, init);
  expect((await device.cycle()).status).toBe("later");
  device.ports.fetch = fetch;
  await device.cycle();
  expect(server.sentRows(device.ports.userId).filter(({ kind }) => kind === "progress")).toHaveLength(3);
});

test("a server that keeps changing its epoch causes neither an endless cycle nor a growing queue", async () => {
  const { device, server } = setUp();
  await device.complete("1");
  await device.cycle();
  device.ports.fetch = faultyFetch(server, ({ path }) => {
    if (path === "rpc/sync_pull") server.restore(server.backup());
    return "none";
  });
  for (let times = 0; times < 5; times += 1) await device.cycle();
  expect((await unsentOf(device)).length).toBeLessThanOrEqual(2);
});

test("no request is sent without a valid token for this learner", async () => {
  const { device, sent } = setUp();
  await device.complete("1");
  device.ports.token = async () => ({ status: "signedOut" });
  expect(await device.cycle()).toEqual({ status: "signedOut" });
  device.ports.token = async () => ({ status: "offline" });
  expect(await device.cycle()).toMatchObject({ status: "later" });
  expect(sent).toEqual([]);
  expect((await unsentOf(device)).length).toBe(2);
});

test("aborting a cycle ends a request that is never answered, and the entry stays in the queue", async () => {
  const { device } = setUp(["stall"]);
  await device.complete("1");
  const controller = new AbortController();
  const cycle = device.cycle({ signal: controller.signal });
  controller.abort();
  expect((await cycle).status).toBe("later");
  expect((await unsentOf(device)).length).toBe(2);
});
