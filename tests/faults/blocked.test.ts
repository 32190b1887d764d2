import { expect, test } from "vitest";
import { MAX_NOTE_CHARACTERS } from "../../src/domain/notes.ts";
import type { Run } from "../../src/sync/ports.ts";
import { makeDevice, someUser } from "./device.ts";
import { type Fault, faultyFetch, type Sent } from "./faultyFetch.ts";
import { ModelServer } from "./modelServer.ts";

/**
 * Networks on which some requests get through and others never do: a firewall that objects to one text, a server that
 * takes no writes, an uplink that is slower than the queue is long.
 */

const FAIL = [1, 1, 1, 1, 1];
const TRIGGER = "drop table";
const MINUTE_MS = 60_000;
const isPush = ({ path }: Sent) => path === "rpc/sync_push";
const noteId = (index: number) => `019a0000-0000-7000-8000-0000000000${String(index).padStart(2, "0")}`;

/** A device whose requests meet what `network.fault` says. */
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
    [...(server.accounts.get(userId)?.notes.values() ?? [])].map((each) => each.value);
  return { server, userId, sent, network, device, stopAt, notesOnServer };
}

/** Cycles as the runner starts them after failures: 5 minutes apart, at most five. Returns how many it took. */
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
  "a note that a firewall answers with %j is isolated and holds up nothing else",
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
    // Truncated replies come from the real server, so that note did arrive.
    if (how !== "truncate") expect(notesOnServer()).toHaveLength(4);
    expect((await device.db.progress.get("1"))?.completed).toBe(true);
    const left = await device.db.outbox.toArray();
    expect(left).toMatchObject([{ state: "pending", tries: 0, error: "not_through", isolated: 1 }]);
    expect(JSON.stringify(left)).toContain(TRIGGER);
    expect(sent.length).toBeLessThan(60);

    await device.note(noteId(9), "written later");
    await device.cycle();
    expect(notesOnServer().map((each) => each.body)).toContain("written later");
    stopAt("no such text", "none");
    device.clock.nowMs += 5 * MINUTE_MS;
    expect(await device.cycle()).toEqual({ status: "done" });
    expect(await device.db.outbox.count()).toBe(0);
    expect(notesOnServer()).toHaveLength(6);
  },
);

test("every second note of twenty may be poisoned, and the others still arrive within five cycles", async () => {
  const { device, stopAt, notesOnServer } = setUp();
  for (let index = 0; index < 20; index += 1)
    await device.note(noteId(index), index % 2 === 0 ? `${TRIGGER} ${index}` : `note ${index}`);
  stopAt(TRIGGER, { status: 403, isPage: true });
  await cyclesUntilDone(device);
  expect(notesOnServer()).toHaveLength(10);
  expect(await device.db.outbox.filter((each) => each.state === "parked").count()).toBe(0);
});

test.each<Fault>([
  { status: 403, isPage: true },
  { status: 403 },
  { status: 400, isPage: true },
  { status: 500 },
  "dropBefore",
])(
  "a network that answers everything with %j parks and isolates nothing, and sees two requests a cycle",
  async (how) => {
    const { device, sent, network } = setUp();
    for (let index = 0; index < 100; index += 1) await device.submit("2", FAIL);
    const before = await device.db.outbox.toArray();
    network.fault = () => how;
    for (let times = 0; times < 10; times += 1) {
      expect((await device.cycle()).status).toBe("later");
      device.clock.nowMs += 5 * MINUTE_MS;
    }
    expect(await device.db.outbox.toArray()).toEqual(before);
    expect(sent).toHaveLength(20);
    network.fault = () => "none";
    expect(await device.cycle()).toEqual({ status: "done" });
    expect(await device.db.outbox.count()).toBe(0);
  },
);

test.each<Fault>([{ status: 403, isPage: true }, { status: 503 }, "dropBefore", "stall"])(
  "an outage of writing (%j) leaves the queue as it is, pulling goes on, and the first push after it sends all",
  async (how) => {
    const { device, server, userId, sent, network } = setUp();
    for (let index = 0; index < 20; index += 1) await device.submit("2", FAIL);
    const before = await device.db.outbox.toArray();
    network.fault = (each) => (isPush(each) ? how : "none");
    for (let times = 0; times < 8; times += 1) expect((await device.cycle()).status).toBe("later");
    expect(await device.db.outbox.toArray()).toEqual(before);
    expect(sent.length).toBeLessThanOrEqual(3 * 8);
    const laptop = makeDevice(
      userId,
      faultyFetch(server, () => "none"),
    );
    await laptop.complete("1");
    await laptop.cycle();
    await device.cycle();
    expect((await device.db.progress.get("1"))?.completed).toBe(true);

    network.fault = () => "none";
    expect(await device.cycle({ isAsked: true })).toEqual({ status: "done" });
    expect(await device.db.outbox.count()).toBe(0);
  },
);

test("whoever asks for a sync has everything sent that waits for its time, isolated or refused", async () => {
  const { device, server, stopAt } = setUp();
  await device.note(noteId(1), TRIGGER);
  await device.note(noteId(2), "harmless");
  await device.complete("1");
  server.judge = (op) => (op.type === "progress" ? "not_entitled" : null);
  stopAt(TRIGGER, { status: 403, isPage: true });
  await cyclesUntilDone(device);
  expect((await device.db.outbox.toArray()).map((each) => each.error)).toEqual([
    "not_through",
    "not_entitled",
  ]);
  server.judge = () => null;
  stopAt("no such text", "none");
  await device.cycle();
  expect(await device.db.outbox.count()).toBe(2);
  await device.cycle({ isAsked: true });
  expect(await device.db.outbox.count()).toBe(0);
});

test("what was isolated is due again as soon as a server that had failed answers (I7)", async () => {
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
  expect(await device.db.outbox.count()).toBe(0);
});

/** Of a script whose every character takes three bytes. */
const text = (bytes: number) => "学".repeat(bytes / 3);
const bytesOf = ({ body }: Sent) => Buffer.byteLength(JSON.stringify(body));

test.each([8_000, 2_000, 1_000, 500])(
  "a queue of 268 kB empties over an uplink of %i bytes a second, and no batch is sent in vain for ever",
  async (bytesPerSecond) => {
    const { device, network, sent } = setUp();
    for (let index = 0; index < 28; index += 1) await device.note(noteId(index), text(9_300));
    network.fault = (each) => (isPush(each) ? { bytesPerSecond } : "none");
    await cyclesUntilDone(device);
    expect(await device.db.outbox.count()).toBe(0);
    const bytes = sent.filter(isPush).reduce((sum, each) => sum + bytesOf(each), 0);
    expect(bytes).toBeLessThan(3 * 268_000);
  },
);

test("the longest note there is, 16 kB, gets through an uplink of 300 bytes a second", async () => {
  const { device, network } = setUp();
  await device.note(noteId(1), "🌍".repeat(MAX_NOTE_CHARACTERS));
  network.fault = () => ({ bytesPerSecond: 300 });
  expect(await device.cycle()).toEqual({ status: "done" });
  expect(await device.db.outbox.count()).toBe(0);
});

test("a gateway that takes no more than 10 kB at a time gets less, and a hundred small entries still go in one push", async () => {
  const { device, network, sent } = setUp();
  for (let index = 0; index < 28; index += 1) await device.note(noteId(index), text(3_000));
  network.fault = ({ body }) =>
    JSON.stringify(body).length > 10_000 ? { status: 413, isPage: true } : "none";
  await cyclesUntilDone(device);
  expect(await device.db.outbox.count()).toBe(0);
  network.fault = () => "none";
  for (let index = 0; index < 100; index += 1) await device.submit("2", FAIL);
  await device.cycle();
  for (let index = 0; index < 100; index += 1) await device.submit("2", FAIL);
  sent.length = 0;
  await device.cycle();
  expect(sent.filter(isPush)).toHaveLength(1);
});
