import { expect, test } from "vitest";
import { MAX_NOTE_CHARACTERS, type NoteVersion, note } from "../../src/entities/note/note.ts";
import { progress } from "../../src/entities/progress/progress.ts";
import type { Run } from "../../src/sync/ports.ts";
import { contentOn, makeDevice, someUser, unsentOf } from "./device.ts";
import { type Fault, faultyFetch, type Sent } from "./faultyFetch.ts";
import { ModelServer } from "./modelServer.ts";

/**
 * Networks on which some requests get through and others never do: a firewall that blocks one text, a server that accepts
 * no writes, an uplink that is too slow for the queue.
 */

const FAIL = [1, 1, 1, 1, 1];
const TRIGGER = "drop table";
const MINUTE_MS = 60_000;
const isPush = ({ path }: Sent) => path === "rpc/sync_push";
const noteId = (index: number) => `019a0000-0000-7000-8000-0000000000${String(index).padStart(2, "0")}`;

/** A device whose requests are subject to the fault that `network.fault` returns. */
function setUp() {
  const server = new ModelServer();
  const userId = someUser();
  const sent: Sent[] = [];
  const network: { fault: (sent: Sent) => Fault } = { fault: () => "none" };
  const line = faultyFetch(server, (each) => {
    sent.push(each);
    return network.fault(each);
  });
  const device = makeDevice(userId, line);
  const stopAt = (word: string, how: Fault) => {
    network.fault = ({ body }) => (JSON.stringify(body).includes(word) ? how : "none");
  };
  const notesOnServer = () =>
    [...server.account(userId).rows.values()].flatMap(({ kind, content }) =>
      kind === note.kind ? [content as NoteVersion] : [],
    );
  return { server, userId, sent, network, device, stopAt, notesOnServer };
}

/** Runs cycles as the schedule does after failures: 5 minutes apart, at most five. Returns how many it took. */
async function cyclesUntilDone(device: ReturnType<typeof setUp>["device"], run?: Partial<Run>) {
  for (let cycles = 1; cycles <= 5; cycles += 1) {
    if ((await device.cycle(run)).status === "done") return cycles;
    device.clock.nowMs += 5 * MINUTE_MS;
  }
  throw new Error("five cycles were not enough");
}

const STOPS: Fault[] = [
  { status: 400, isPage: true },
  { status: 401 },
  { status: 403, isPage: true },
  { status: 403 },
  { status: 404, isPage: true },
  { status: 406, isPage: true },
  { status: 409, isPage: true },
  { status: 409 },
  { status: 418, isPage: true },
  { status: 200, isPage: true },
  { status: 429, isPage: true, headers: { "retry-after": "5" } },
  { status: 503, isPage: true, headers: { "retry-after": "5" } },
  "dropBefore",
  "truncate",
  "stall",
];

test.each(STOPS)(
  "a note that a firewall blocks with %j is isolated and does not hold up other entries",
  async (how) => {
    const { device, server, userId, sent, stopAt, notesOnServer } = setUp();
    for (let index = 0; index < 5; index += 1)
      await device.note(noteId(index), index === 2 ? `how to ${TRIGGER}` : `note ${index}`);
    const laptop = makeDevice(
      userId,
      faultyFetch(server, () => "none"),
    );
    await laptop.complete("1");
    await laptop.cycle();
    stopAt(TRIGGER, how);
    await cyclesUntilDone(device);
    // A truncated reply comes from the real server, so in that case the note has arrived.
    if (how !== "truncate") expect(notesOnServer()).toHaveLength(4);
    expect((await contentOn(device, progress, "1"))?.completed).toBe(true);
    const left = await unsentOf(device);
    // The pull of the next cycle has shown that it arrived.
    if (how === "truncate") {
      expect(left).toEqual([]);
      return;
    }
    expect(left).toMatchObject([{ unsent: { tries: 0, error: "not_through", isolated: 1 } }]);
    expect(JSON.stringify(left)).toContain(TRIGGER);
    expect(sent.length).toBeLessThan(60);

    await device.note(noteId(9), "written later");
    await device.cycle();
    expect(notesOnServer().map((each) => each.body)).toContain("written later");
    stopAt("no such text", "none");
    device.clock.nowMs += 5 * MINUTE_MS;
    expect(await device.cycle()).toEqual({ status: "done" });
    expect((await unsentOf(device)).length).toBe(0);
    expect(notesOnServer()).toHaveLength(6);
  },
);

test("when a firewall blocks ten of twenty notes, the others arrive within five cycles and none is parked", async () => {
  const { device, stopAt, notesOnServer } = setUp();
  for (let index = 0; index < 20; index += 1)
    await device.note(noteId(index), index % 2 === 0 ? `${TRIGGER} ${index}` : `note ${index}`);
  stopAt(TRIGGER, { status: 403, isPage: true });
  await cyclesUntilDone(device);
  expect(notesOnServer()).toHaveLength(10);
  // Each is then tried alone, and postponed again, without a failed cycle and a search.
  stopAt(TRIGGER, "dropBefore");
  device.clock.nowMs += 5 * MINUTE_MS;
  expect(await device.cycle()).toEqual({ status: "done" });
  expect(await unsentOf(device)).toMatchObject(
    Array(10).fill({ unsent: { tries: 0, isolated: 2, error: "not_through" } }),
  );
});

test.each<Fault>([
  { status: 403, isPage: true },
  { status: 403 },
  { status: 400, isPage: true },
  { status: 500 },
  "dropBefore",
])(
  "on a network that fails every request with %j, each cycle sends two requests, and no entry is parked or isolated",
  async (how) => {
    const { device, sent, network } = setUp();
    for (let index = 0; index < 100; index += 1) await device.submit("2", FAIL);
    const before = await unsentOf(device);
    network.fault = () => how;
    for (let times = 0; times < 10; times += 1) {
      expect((await device.cycle()).status).toBe("later");
      device.clock.nowMs += 5 * MINUTE_MS;
    }
    expect(await unsentOf(device)).toEqual(before);
    expect(sent).toHaveLength(20);
    network.fault = () => "none";
    expect(await device.cycle()).toEqual({ status: "done" });
    expect((await unsentOf(device)).length).toBe(0);
  },
);

test.each<Fault>([{ status: 403, isPage: true }, { status: 503 }, "dropBefore", "stall"])(
  "while pushes fail (%j), the queue stays unchanged and pulls continue, and the first push afterwards sends all",
  async (how) => {
    const { device, server, userId, sent, network } = setUp();
    for (let index = 0; index < 20; index += 1) await device.submit("2", FAIL);
    const before = await unsentOf(device);
    network.fault = (each) => (isPush(each) ? how : "none");
    for (let times = 0; times < 8; times += 1) expect((await device.cycle()).status).toBe("later");
    expect(await unsentOf(device)).toEqual(before);
    expect(sent.length).toBeLessThanOrEqual(3 * 8);
    const laptop = makeDevice(
      userId,
      faultyFetch(server, () => "none"),
    );
    await laptop.complete("1");
    await laptop.cycle();
    await device.cycle();
    expect((await contentOn(device, progress, "1"))?.completed).toBe(true);

    network.fault = () => "none";
    expect(await device.cycle({ isAsked: true })).toEqual({ status: "done" });
    expect((await unsentOf(device)).length).toBe(0);
  },
);

test("a sync started by the learner sends isolated and refused entries before they are due", async () => {
  const { device, server, stopAt } = setUp();
  await device.note(noteId(1), TRIGGER);
  await device.note(noteId(2), "harmless");
  await device.complete("1");
  server.judge = ({ kind }) => (kind === "progress" ? "not_entitled" : null);
  stopAt(TRIGGER, { status: 403, isPage: true });
  await cyclesUntilDone(device);
  expect((await unsentOf(device)).map(({ unsent }) => unsent?.error)).toEqual([
    "not_through",
    "not_entitled",
  ]);
  server.judge = () => null;
  stopAt("no such text", "none");
  await device.cycle();
  expect((await unsentOf(device)).length).toBe(2);
  await device.cycle({ isAsked: true });
  expect((await unsentOf(device)).length).toBe(0);
});

test("isolated entries are due again as soon as the server responds after a failure (I7)", async () => {
  const { device, stopAt, network } = setUp();
  await device.note(noteId(1), TRIGGER);
  await device.note(noteId(2), "harmless");
  stopAt(TRIGGER, { status: 403, isPage: true });
  await cyclesUntilDone(device);
  network.fault = () => "dropBefore";
  await device.complete("1");
  expect((await device.cycle()).status).toBe("later");
  network.fault = () => "none";
  expect(await device.cycle()).toEqual({ status: "done" });
  expect((await unsentOf(device)).length).toBe(0);
});

/** A text in a script whose characters take three bytes each. */
const text = (bytes: number) => "学".repeat(bytes / 3);
const bytesOf = ({ body }: Sent) => Buffer.byteLength(JSON.stringify(body));

test.each([8_000, 2_000, 1_000, 500])(
  "a queue of 268 kB empties over an uplink of %i bytes a second and sends less than three times its size",
  async (bytesPerSecond) => {
    const { device, network, sent } = setUp();
    for (let index = 0; index < 28; index += 1) await device.note(noteId(index), text(9_300));
    network.fault = (each) => (isPush(each) ? { bytesPerSecond } : "none");
    await cyclesUntilDone(device);
    expect((await unsentOf(device)).length).toBe(0);
    const bytes = sent.filter(isPush).reduce((sum, each) => sum + bytesOf(each), 0);
    expect(bytes).toBeLessThan(3 * 268_000);
  },
);

test("the longest possible note, 16 kB, gets through an uplink of 300 bytes a second", async () => {
  const { device, network } = setUp();
  await device.note(noteId(1), "🌍".repeat(MAX_NOTE_CHARACTERS));
  network.fault = () => ({ bytesPerSecond: 300 });
  expect(await device.cycle()).toEqual({ status: "done" });
  expect((await unsentOf(device)).length).toBe(0);
});

test("batches shrink for a gateway with a 10 kB limit and grow again later, to a hundred small entries in one push", async () => {
  const { device, network, sent } = setUp();
  for (let index = 0; index < 28; index += 1) await device.note(noteId(index), text(3_000));
  network.fault = ({ body }) =>
    JSON.stringify(body).length > 10_000 ? { status: 413, isPage: true } : "none";
  await cyclesUntilDone(device);
  expect((await unsentOf(device)).length).toBe(0);
  network.fault = () => "none";
  for (let index = 0; index < 100; index += 1) await device.submit("2", FAIL);
  await device.cycle();
  for (let index = 0; index < 100; index += 1) await device.submit("2", FAIL);
  sent.length = 0;
  await device.cycle();
  expect(sent.filter(isPush)).toHaveLength(1);
});
