import { expect, test } from "vitest";
import { retryAfterUpdate } from "../../src/sync/exchange/retryAfterUpdate.ts";
import { type Device, makeDevice, START_MS, someUser, stateOf } from "./device.ts";
import { type Fault, faultyFetch } from "./faultyFetch.ts";
import { ModelServer } from "./modelServer.ts";

const FIELD = "l03-prompt";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A phone and a laptop of one learner, each with a separate clock, and a server whose clock is right. */
function setUp() {
  const server = new ModelServer();
  const time = { nowMs: START_MS };
  server.now = () => time.nowMs;
  const userId = someUser();
  const line = faultyFetch(server, () => "none");
  const phone = makeDevice(userId, line, { nowMs: START_MS });
  const laptop = makeDevice(userId, line, { nowMs: START_MS });
  /** Advances all clocks. */
  const pass = (ms: number) => {
    for (const clock of [time, phone.clock, laptop.clock]) clock.nowMs += ms;
  };
  return { server, userId, phone, laptop, pass };
}

const textOn = async (device: Device) => (await device.db.workbook.get(FIELD))?.value;

test("a workbook text written on the phone appears on the laptop, and vice versa", async () => {
  const { phone, laptop, pass } = setUp();
  await phone.write(FIELD, "from the phone");
  await phone.cycle();
  await laptop.cycle();
  expect(await textOn(laptop)).toBe("from the phone");
  pass(MINUTE_MS);
  await laptop.write(FIELD, "from the laptop");
  await laptop.cycle();
  await phone.cycle();
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
  expect(await textOn(phone)).toBe("from the laptop");
});

test("the later of two texts written independently wins on both devices, whichever syncs first", async () => {
  for (const order of ["phone first", "laptop first"]) {
    const { phone, laptop, pass } = setUp();
    await phone.write(FIELD, "earlier");
    pass(MINUTE_MS);
    await laptop.write(FIELD, "later");
    const devices = order === "phone first" ? [phone, laptop, phone] : [laptop, phone, laptop];
    for (const device of devices) await device.cycle();
    expect([await textOn(phone), await textOn(laptop)], order).toEqual(["later", "later"]);
    expect(await stateOf(phone)).toEqual(await stateOf(laptop));
  }
});

test("a text from a phone whose clock is a day ahead can still be replaced from the laptop", async () => {
  const { phone, laptop, pass } = setUp();
  phone.clock.nowMs += 24 * HOUR_MS;
  await phone.write(FIELD, "from the future");
  await phone.cycle();
  expect((await phone.db.workbook.get(FIELD))?.writtenAt).toBe(new Date(START_MS).toISOString());
  pass(MINUTE_MS);
  await laptop.cycle();
  await laptop.write(FIELD, "a minute later");
  await laptop.cycle();
  await phone.cycle();
  expect(await textOn(phone)).toBe("a minute later");
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
});

test("a phone whose clock is ahead adopts the laptop's text when the server ranks the phone's text as the earlier one", async () => {
  const { phone, laptop, server } = setUp();
  phone.clock.nowMs += HOUR_MS;
  await phone.write(FIELD, "from the future");
  server.judge = () => "not_entitled";
  await phone.cycle();
  server.judge = () => null;
  // Written in the millisecond to which the server later clamps the phone's text, so that the op id decides.
  await laptop.write(FIELD, "from the laptop");
  await laptop.cycle();
  await phone.cycle();
  expect(await textOn(phone), "the phone still has its own text and treats it as the later one").toBe(
    "from the future",
  );
  phone.clock.nowMs += 5 * MINUTE_MS;
  await phone.cycle();
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
  expect(await textOn(phone)).toBe("from the laptop");
});

test("the later text wins even if a device pulls it before the server confirms the device's own text", async () => {
  const { phone, laptop, server, pass } = setUp();
  const line = phone.ports.fetch;
  const failing = (fault: Fault) =>
    faultyFetch(server, ({ path }) => (path === "rpc/sync_push" ? fault : "none"));
  phone.clock.nowMs += HOUR_MS;
  await phone.write(FIELD, "from the future");
  phone.ports.fetch = faultyFetch(server, ({ path }) =>
    path === "rpc/sync_push" ? "dropAfter" : "dropBefore",
  );
  await phone.cycle();
  pass(MINUTE_MS);
  await laptop.cycle();
  await laptop.write(FIELD, "a minute later");
  await laptop.cycle();
  // The push fails but the pull succeeds, so the laptop's text arrives and seems to be the earlier one.
  phone.ports.fetch = failing({ status: 500 });
  await phone.cycle();
  expect(await textOn(phone)).toBe("from the future");
  phone.ports.fetch = line;
  await phone.cycle();
  expect(await textOn(phone)).toBe("a minute later");
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
});

test("a phone whose clock is behind can still replace a text that it has pulled", async () => {
  const { phone, laptop } = setUp();
  phone.clock.nowMs -= 24 * HOUR_MS;
  await laptop.write(FIELD, "read on the phone");
  await laptop.cycle();
  await phone.cycle();
  await phone.write(FIELD, "written over it");
  await phone.cycle();
  await laptop.cycle();
  expect([await textOn(phone), await textOn(laptop)]).toEqual(["written over it", "written over it"]);
});

test("after a lost reply a text takes effect once, and the phone still receives the server's time for it", async () => {
  const { phone, server, userId } = setUp();
  phone.clock.nowMs += HOUR_MS;
  await phone.write(FIELD, "once");
  const faults = ["dropAfter", "none"] as const;
  let sent = 0;
  const line = phone.ports.fetch;
  phone.ports.fetch = faultyFetch(server, () => faults[sent++] ?? "none");
  expect((await phone.cycle()).status).toBe("later");
  phone.ports.fetch = line;
  await phone.cycle();
  expect(await phone.db.outbox.count()).toBe(0);
  expect((await phone.db.workbook.get(FIELD))?.writtenAt).toBe(new Date(START_MS).toISOString());
  expect([...server.effects.values()]).toEqual([1]);
  expect(server.accounts.get(userId)?.fields.get(FIELD)?.value.value).toBe("once");
});

test("a device recognises its own text in a pull and adopts the server's time for it", async () => {
  const { phone, server } = setUp();
  phone.clock.nowMs += HOUR_MS;
  await phone.write(FIELD, "mine");
  phone.ports.fetch = faultyFetch(server, ({ path }) => (path === "rpc/sync_push" ? "truncate" : "none"));
  await phone.cycle();
  expect(await phone.db.workbook.toArray()).toEqual([
    { fieldId: FIELD, value: "mine", writtenAt: new Date(START_MS).toISOString(), opId: expect.any(String) },
  ]);
});

test("three hundred writes to a workbook field while offline are sent as one text", async () => {
  const { phone, server, userId, pass } = setUp();
  for (let word = 1; word <= 300; word += 1) {
    await phone.write(FIELD, "word ".repeat(word));
    pass(1000);
  }
  expect(await phone.db.outbox.count()).toBe(1);
  await phone.cycle();
  expect(server.accounts.get(userId)?.fields.get(FIELD)?.value.value).toBe("word ".repeat(300));
});

test("a server restored from an older backup receives the workbook texts again with their original op ids", async () => {
  const { phone, laptop, server, userId } = setUp();
  const empty = server.backup();
  await phone.write(FIELD, "mine");
  await phone.cycle();
  await laptop.cycle();
  const before = await phone.db.workbook.get(FIELD);
  server.restore(empty);
  await laptop.cycle();
  await phone.cycle();
  expect(server.accounts.get(userId)?.fields.get(FIELD)?.value).toEqual(before);
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
  expect(await phone.db.outbox.count()).toBe(0);
});

test("a server restored while a workbook text is pending receives it exactly once", async () => {
  const { phone, server, pass } = setUp();
  await phone.cycle();
  server.judge = () => "not_entitled";
  await phone.write(FIELD, "waits");
  await phone.cycle();
  server.restore(server.backup());
  server.judge = () => null;
  await phone.cycle();
  pass(HOUR_MS);
  await phone.cycle();
  expect(await phone.db.outbox.count()).toBe(0);
  expect([...server.effects.values()]).toEqual([1]);
});

test("a server without the workbook rejects only the text, and an app update sends it again (offline rule 17)", async () => {
  const { phone, server, userId, pass } = setUp();
  const line = phone.ports.fetch;
  server.judge = (op) => (op.type === "workbook" ? "unknown_type" : null);
  phone.ports.fetch = async (input, init) => withoutWorkbook(await line(input, init));
  await phone.write(FIELD, "too early");
  await phone.complete("1");
  for (let times = 0; times < 5; times += 1) {
    expect(await phone.cycle()).toEqual({ status: "done" });
    pass(10 * MINUTE_MS);
  }
  expect(server.accounts.get(userId)?.progress.has("1")).toBe(true);
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: "parked", error: "unknown_type" }]);
  expect(await textOn(phone)).toBe("too early");

  server.judge = () => null;
  phone.ports.fetch = line;
  await retryAfterUpdate(phone.db, "the next");
  await phone.cycle();
  expect(server.accounts.get(userId)?.fields.has(FIELD)).toBe(true);
});

/** The reply of a server older than the workbook: no such table in a pull, no `written_at` in a push. */
async function withoutWorkbook(response: Response): Promise<Response> {
  const reply = await response.json();
  delete reply.rows?.workbook_fields;
  for (const result of reply.results ?? []) delete result.written_at;
  return Response.json(reply);
}

test("workbook texts that an older version of the app quarantined appear after an update (offline rule 17)", async () => {
  const { phone } = setUp();
  const row = (value: string, day: number) => ({
    course_id: "ai-fluency-30-days",
    field_id: FIELD,
    value,
    written_at: `2026-11-0${day}T09:00:00.000Z`,
    op_id: `019a0000-0000-7000-8000-00000000000${day}`,
    rev: day,
  });
  await phone.db.aside.bulkAdd([
    { table: "workbook_fields", row: row("first", 1) },
    { table: "workbook_fields", row: row("second", 2) },
  ]);
  await retryAfterUpdate(phone.db, "the next");
  expect(await textOn(phone)).toBe("second");
  expect(await phone.db.aside.count()).toBe(0);
});
