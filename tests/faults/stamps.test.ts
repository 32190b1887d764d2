import { describe, expect, test } from "vitest";
import { lessonPlace } from "../../src/entities/lessonPlace/lessonPlace.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { workbookField } from "../../src/entities/workbookField/workbookField.ts";
import { contentOn, type Device, makeDevice, START_MS, someUser, stateOf, unsentOf } from "./device.ts";
import { type Fault, faultyFetch } from "./faultyFetch.ts";
import { ModelServer } from "./modelServer.ts";

/** Texts and places of two devices, of which the later counts, with clocks that are right, behind and ahead. */

const FIELD = "l03-prompt";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const YEAR_MS = 365 * 24 * HOUR_MS;

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
  const onServer = () => server.content(userId, workbookField, FIELD)?.value;
  const placeOnServer = () => server.content(userId, lessonPlace, "3");
  return { server, userId, phone, laptop, pass, line, onServer, placeOnServer };
}

const textOn = async (device: Device) => (await contentOn(device, workbookField, FIELD))?.value;
const placeOn = (device: Device) => contentOn(device, lessonPlace, "3");
const at = (step: number, part = 0) => ({ step, part, share: 0 });
const read = (device: Device, step: number, part?: number) => device.move("3", at(step, part), true);
const scroll = (device: Device, step: number, part: number) => device.move("3", at(step, part), false);

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

describe("a phone whose clock is wrong", () => {
  test.each([24 * HOUR_MS, YEAR_MS, 10 * YEAR_MS])(
    "by %i ms ahead can send its text, and the laptop can replace it a minute later",
    async (ms) => {
      const { phone, laptop, pass, onServer } = setUp();
      phone.clock.nowMs += ms;
      await phone.write(FIELD, "from the future");
      expect(await phone.cycle()).toEqual({ status: "done" });
      expect([await unsentOf(phone), onServer()]).toEqual([[], "from the future"]);
      pass(2 * MINUTE_MS);
      await laptop.cycle();
      await laptop.write(FIELD, "two minutes later");
      await laptop.cycle();
      await phone.cycle();
      expect(await textOn(phone)).toBe("two minutes later");
      expect(await stateOf(phone)).toEqual(await stateOf(laptop));
      // From now on the phone knows the time.
      await phone.write(FIELD, "on time");
      const { writtenAt } = (await contentOn(phone, workbookField, FIELD)) ?? {};
      expect(Date.parse(String(writtenAt))).toBeLessThan(START_MS + 4 * MINUTE_MS);
    },
  );

  test.each([-24 * HOUR_MS, -YEAR_MS, -10 * YEAR_MS])(
    "by %i ms can still replace a text that it has pulled",
    async (ms) => {
      const { phone, laptop } = setUp();
      phone.clock.nowMs += ms;
      await laptop.write(FIELD, "read on the phone");
      await laptop.cycle();
      await phone.cycle();
      await phone.write(FIELD, "written over it");
      await phone.cycle();
      await laptop.cycle();
      expect([await textOn(phone), await textOn(laptop)]).toEqual(["written over it", "written over it"]);
    },
  );

  test("keeps the order of several texts whose stamps come down to the limit", async () => {
    const { phone, laptop } = setUp();
    phone.clock.nowMs += YEAR_MS;
    const note = "019a0000-0000-7000-8000-000000000001";
    for (const body of ["first", "second", "third"]) await phone.note(note, body);
    await phone.cycle();
    await laptop.cycle();
    expect(await stateOf(laptop)).toEqual(await stateOf(phone));
  });

  test("loses no text to the one that it replaced, when the first reply is lost (scenario 2 of the model)", async () => {
    const { phone, laptop, server, line, pass, onServer } = setUp();
    phone.clock.nowMs += 5 * MINUTE_MS;
    const late: (() => void)[] = [];
    phone.ports.fetch = (input, init) => {
      if (!String(input).endsWith("sync_push")) return line(input, init);
      late.push(() => void line(input, { ...init, signal: null }));
      return Promise.reject(new TypeError("connection lost"));
    };
    await phone.write(FIELD, "first");
    await phone.cycle();
    phone.ports.fetch = line;
    await phone.write(FIELD, "second");
    await phone.cycle();
    pass(10 * MINUTE_MS);
    for (const deliver of late) deliver();
    await phone.cycle();
    await laptop.cycle();
    expect([onServer(), await textOn(phone), await textOn(laptop)]).toEqual(["second", "second", "second"]);
    expect(server.farthestAheadMs).toBeLessThanOrEqual(MINUTE_MS);
  });

  test("jumps while a cycle runs without losing what is written meanwhile", async () => {
    const { phone, laptop, line, onServer } = setUp();
    let jumps = 0;
    phone.ports.fetch = async (input, init) => {
      const reply = await line(input, init);
      jumps += 1;
      if (jumps > 2) return reply;
      phone.clock.nowMs += YEAR_MS;
      await phone.write(FIELD, `after ${String(input).slice(-4)}`);
      return reply;
    };
    await phone.write(FIELD, "before");
    await phone.cycle();
    phone.ports.fetch = line;
    await phone.cycle();
    await laptop.cycle();
    expect(await unsentOf(phone)).toEqual([]);
    expect(onServer()).toBe(await textOn(phone));
    expect(await textOn(phone)).toMatch(/^after/);
    expect(await stateOf(laptop)).toEqual(await stateOf(phone));
  });
});

test("a server whose clock was ahead accepts what is written over its texts once it is right again", async () => {
  const { phone, server, onServer } = setUp();
  server.now = () => START_MS + YEAR_MS;
  await phone.cycle();
  await phone.write(FIELD, "a year ahead");
  await phone.cycle();
  server.now = () => START_MS;
  await phone.write(FIELD, "over it");
  await phone.cycle();
  await phone.cycle();
  expect([onServer(), await unsentOf(phone)]).toEqual(["over it", []]);
});

test("a text that is replaced while its push is on the way stays unsent, and arrives in the next cycle", async () => {
  const { phone, line, onServer } = setUp();
  await phone.write(FIELD, "sent");
  phone.ports.fetch = async (input, init) => {
    const reply = await line(input, init);
    if (String(input).endsWith("sync_push")) {
      phone.ports.fetch = line;
      await phone.write(FIELD, "typed meanwhile");
    }
    return reply;
  };
  await phone.cycle();
  await phone.cycle();
  expect([onServer(), await textOn(phone), await unsentOf(phone)]).toEqual([
    "typed meanwhile",
    "typed meanwhile",
    [],
  ]);
});

test("a reply of the epoch before a restored backup ends no mark", async () => {
  const { phone, server, line, onServer } = setUp();
  const empty = server.backup();
  await phone.cycle();
  await phone.write(FIELD, "mine");
  let isFirst = true;
  phone.ports.fetch = async (input, init) => {
    const reply = await line(input, init);
    // The backup is restored, and another tab learns of it, before this reply is stored.
    if (isFirst && String(input).endsWith("sync_push")) {
      isFirst = false;
      phone.ports.fetch = line;
      server.restore(empty);
      await phone.cycle();
      server.restore(empty);
    }
    return reply;
  };
  await phone.cycle();
  await phone.cycle();
  await phone.cycle();
  expect(onServer()).toBe("mine");
});

test("a pull that shows the sent text ends its mark after a lost reply", async () => {
  const { phone, server } = setUp();
  await phone.write(FIELD, "once");
  const only = (fault: Fault) =>
    faultyFetch(server, ({ path }) => (path === "rpc/sync_push" ? fault : "none"));
  phone.ports.fetch = only("dropAfter");
  await phone.cycle();
  phone.ports.fetch = only("dropBefore");
  await phone.cycle();
  expect(await unsentOf(phone)).toEqual([]);
});

test("three hundred writes to a field while offline are sent as one text", async () => {
  const { phone, pass, onServer } = setUp();
  for (let word = 1; word <= 300; word += 1) {
    await phone.write(FIELD, "word ".repeat(word));
    pass(1000);
  }
  expect(await unsentOf(phone)).toHaveLength(1);
  await phone.cycle();
  expect(onServer()).toBe("word ".repeat(300));
});

describe("a place", () => {
  test("keeps the furthest step of both devices, whether its own move is earlier or later", async () => {
    for (const isLater of [false, true]) {
      const { phone, laptop, pass } = setUp();
      const moves = [() => read(laptop, 2), () => read(phone, 7)];
      for (const move of isLater ? moves.reverse() : moves) {
        await move();
        pass(MINUTE_MS);
      }
      for (const device of [laptop, phone, laptop]) await device.cycle();
      for (const device of [phone, laptop])
        expect(await placeOn(device)).toMatchObject({ step: isLater ? 2 : 7, furthest: 7 });
      expect(await stateOf(laptop)).toEqual(await stateOf(phone));
    }
  });

  test("within a step is held until the page is left", async () => {
    const { phone, laptop, pass, placeOnServer } = setUp();
    await read(phone, 3);
    await phone.cycle();
    pass(MINUTE_MS);
    await scroll(phone, 3, 6);
    await phone.cycle();
    expect(placeOnServer()).toMatchObject({ step: 3, part: 0 });
    await read(phone, 3, 6);
    await phone.cycle();
    await laptop.cycle();
    expect(await placeOn(laptop)).toMatchObject({ step: 3, part: 6 });
  });

  test("that is held is kept when an older move is pulled, and gives way to a later one", async () => {
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
    await scroll(phone, 3, 7);
    pass(MINUTE_MS);
    await laptop.cycle();
    await read(laptop, 1);
    await laptop.cycle();
    await phone.cycle();
    expect(await stateOf(phone)).toEqual(await stateOf(laptop));
    expect(await placeOn(phone)).toMatchObject({ step: 1, furthest: 5 });
  });

  test("reaches a server that was restored from a backup, with its furthest step", async () => {
    const { phone, laptop, server, pass, placeOnServer } = setUp();
    await read(laptop, 7);
    pass(MINUTE_MS);
    await read(phone, 2);
    await phone.cycle();
    const backup = server.backup();
    await laptop.cycle();
    await phone.cycle();
    expect(placeOnServer()).toMatchObject({ step: 2, furthest: 7 });
    server.restore(backup);
    // The laptop is lost, and only the phone is left.
    await phone.cycle();
    expect(placeOnServer()).toMatchObject({ step: 2, furthest: 7 });
    expect(await unsentOf(phone)).toEqual([]);
  });
});

test("ten thousand unsent rows are sent in batches of a hundred", async () => {
  const { phone, server, userId } = setUp();
  await phone.db.rows.bulkPut(
    Array.from({ length: 10_000 }, (_, index) => ({
      kind: "workbook",
      key: `l03-${index}`,
      content: { fieldId: `l03-${index}`, value: "x" },
      stamp: newStamp(START_MS),
      rev: 0,
      unsent: { since: START_MS, tries: 0, nextAt: 0, error: null },
    })),
  );
  expect(await phone.cycle()).toEqual({ status: "done" });
  expect(server.countOf(userId, workbookField)).toBe(10_000);
});
