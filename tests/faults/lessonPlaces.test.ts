import { expect, test } from "vitest";
import { retryAfterUpdate } from "../../src/sync/exchange/retryAfterUpdate.ts";
import { type Device, makeDevice, START_MS, someUser, stateOf } from "./device.ts";
import { faultyFetch } from "./faultyFetch.ts";
import { ModelServer } from "./modelServer.ts";

const MINUTE_MS = 60_000;

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
  const onServer = () => server.accounts.get(userId)?.places.get("3")?.value;
  return { server, phone, laptop, pass, onServer };
}

const at = (step: number, part = 0) => ({ step, part, share: 0 });
const placeOn = (device: Device) => device.db.lessonPlaces.get("3");
const read = (device: Device, step: number, part?: number) => device.move("3", at(step, part), true);
const scroll = (device: Device, step: number, part: number) => device.move("3", at(step, part), false);

test("the step that a learner has read on the phone is the place on the laptop", async () => {
  const { phone, laptop, pass } = setUp();
  await read(phone, 1);
  pass(MINUTE_MS);
  await read(phone, 4, 2);
  await phone.cycle();
  await laptop.cycle();
  expect(await placeOn(laptop)).toMatchObject({ step: 4, part: 2, furthest: 4 });
  expect(await stateOf(laptop)).toEqual(await stateOf(phone));
});

test("a move on a second device that has not synced yet never loses the furthest step, whether it is earlier or later", async () => {
  for (const isLater of [false, true]) {
    const { phone, laptop, pass } = setUp();
    const moves = [() => read(laptop, 2), () => read(phone, 7)];
    for (const move of isLater ? moves.reverse() : moves) {
      await move();
      pass(MINUTE_MS);
    }
    for (const device of [laptop, phone, laptop]) await device.cycle();
    for (const device of [phone, laptop]) {
      expect(await placeOn(device)).toMatchObject({ step: isLater ? 2 : 7, furthest: 7 });
    }
    expect(await stateOf(laptop)).toEqual(await stateOf(phone));
  }
});

test("an hour of reading offline is sent as one op with the last position", async () => {
  const { phone, server, pass, onServer } = setUp();
  for (let step = 1; step <= 9; step += 1) {
    await read(phone, step);
    for (let part = 1; part <= 5; part += 1) {
      pass(MINUTE_MS);
      await scroll(phone, step, part);
    }
  }
  await read(phone, 9, 5);
  expect(await phone.db.outbox.count()).toBe(1);
  await phone.cycle();
  expect(onServer()).toMatchObject({ step: 9, part: 5, furthest: 9 });
  expect([...server.effects.values()]).toEqual([1]);
});

test("scrolling within a step sends nothing, and the position is sent when the page is left", async () => {
  const { phone, laptop, pass, onServer } = setUp();
  await read(phone, 3);
  await phone.cycle();
  pass(MINUTE_MS);
  await scroll(phone, 3, 6);
  expect(await phone.db.outbox.count()).toBe(0);
  await phone.cycle();
  expect(onServer()).toMatchObject({ step: 3, part: 0 });
  await read(phone, 3, 6);
  await phone.cycle();
  await laptop.cycle();
  expect(await placeOn(laptop)).toMatchObject({ step: 3, part: 6 });
});

test("a position that only the device has is kept when an older move is pulled, and gives way to a later one", async () => {
  const { phone, laptop, pass } = setUp();
  await read(phone, 3);
  await phone.cycle();
  await read(laptop, 5);
  pass(MINUTE_MS);
  await scroll(phone, 3, 6);
  await laptop.cycle();
  await phone.cycle();
  expect(await placeOn(phone)).toMatchObject({ step: 3, part: 6, furthest: 5 });
  await read(phone, 3, 6);
  await phone.cycle();
  await laptop.cycle();
  expect(await placeOn(laptop)).toMatchObject({ step: 3, part: 6, furthest: 5 });

  await scroll(phone, 3, 7);
  pass(MINUTE_MS);
  await read(laptop, 1);
  await laptop.cycle();
  await phone.cycle();
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
  expect(await placeOn(phone)).toMatchObject({ step: 1, furthest: 5 });
});

test("a place from a phone whose clock is a day ahead can still be moved from the laptop", async () => {
  const { phone, laptop, pass } = setUp();
  phone.clock.nowMs += 24 * 60 * MINUTE_MS;
  await read(phone, 6);
  await phone.cycle();
  pass(MINUTE_MS);
  await laptop.cycle();
  await read(laptop, 2);
  await laptop.cycle();
  await phone.cycle();
  expect(await placeOn(phone)).toMatchObject({ step: 2, furthest: 6 });
  expect(await stateOf(phone)).toEqual(await stateOf(laptop));
});

test("a server restored from a backup receives the furthest step again, although it still knows the last move", async () => {
  const { phone, laptop, server, pass, onServer } = setUp();
  await read(laptop, 7);
  pass(MINUTE_MS);
  await read(phone, 2);
  await phone.cycle();
  const backup = server.backup();
  await laptop.cycle();
  await phone.cycle();
  expect(onServer()).toMatchObject({ step: 2, furthest: 7 });
  server.restore(backup);
  // The laptop is lost, and only the phone is left.
  for (let times = 0; times < 2; times += 1) await phone.cycle();
  expect(onServer()).toMatchObject({ step: 2, furthest: 7 });
  expect(await phone.db.outbox.count()).toBe(0);
});

test("places that an older version of the app quarantined appear after an update (offline rule 17)", async () => {
  const { phone } = setUp();
  const row = (step: number, rev: number) => ({
    course_id: "ai-fluency-30-days",
    lesson_id: "3",
    ...at(step),
    furthest: 5,
    written_at: `2026-11-0${rev}T09:00:00.000Z`,
    op_id: `019a0000-0000-7000-8000-00000000000${rev}`,
    rev,
  });
  await phone.db.aside.bulkAdd([
    { table: "lesson_places", row: row(5, 1) },
    { table: "lesson_places", row: row(3, 2) },
  ]);
  await retryAfterUpdate(phone.db, "the next");
  expect(await placeOn(phone)).toMatchObject({ step: 3, furthest: 5 });
});
