import { expect } from "vitest";
import type { LearnerDb } from "../../src/db/store/learnerDb.ts";
import { retryParked } from "../../src/db/synced/queue.ts";
import { readRows } from "../../src/db/synced/readRows.ts";
import type { LessonId } from "../../src/domain/ids.ts";
import { achievement, earnedAchievements } from "../../src/entities/achievement/achievement.ts";
import { capstone, handInsOf } from "../../src/entities/capstone/capstone.ts";
import { type LessonPlace, lessonPlace } from "../../src/entities/lessonPlace/lessonPlace.ts";
import { note } from "../../src/entities/note/note.ts";
import { joinProgress, type Progress, progress } from "../../src/entities/progress/progress.ts";
import { kindOf } from "../../src/entities/registry.ts";
import { isSame, joinRows, type Row, type SentRow } from "../../src/entities/row.ts";
import { workbookField } from "../../src/entities/workbookField/workbookField.ts";
import { type Device, makeDevice, START_MS, someUser, unsentOf } from "./device.ts";
import { type Fault, faultyFetch } from "./faultyFetch.ts";
import { dated, ModelServer, sentForms } from "./modelServer.ts";
import type { LineFault, Step } from "./schedule.ts";

/** The first two devices belong to one learner, the third to another. */
const OWNERS = [0, 0, 1] as const;
const HOUR_MS = 3_600_000;
/** Small, so that most pulls of a schedule have several pages. */
const ROWS_PER_PAGE = 3;

export type Plant = {
  server?(server: ModelServer): void;
  /** What stands between a device's engine and its connection. */
  line?(line: typeof fetch, db: LearnerDb): typeof fetch;
};

/** Takes all steps and checks the invariants after each. Throws if one does not hold. */
export async function play(steps: readonly Step[], plant?: Plant): Promise<void> {
  const world = new World(plant);
  try {
    let before = await world.standings();
    for (const step of steps) {
      await world.take(step);
      const after = await world.standings();
      expectNothingLost(before, after);
      before = after;
      await world.checkOnTheWay();
    }
    await world.settle();
  } finally {
    world.close();
  }
}

/** Devices, a server and the connections between them. Checks the invariants of docs/offline-rules.md on the way. */
class World {
  readonly server = new ModelServer();
  private readonly users = [someUser(), someUser()] as const;
  private readonly clock = { nowMs: START_MS };
  private readonly devices: Device[];
  private faults: LineFault[] = [];
  private firewall: { text: string; how: Fault } | null = null;
  private readonly late: (() => void)[] = [];
  private backup = this.server.backup();
  /** The furthest step that each learner has read, by lesson. */
  private readonly furthest = this.users.map(() => new Map<LessonId, number>());
  /** Texts that a learner replaced on a device that showed them. Every text is written once. */
  private readonly typedOver = new Set<string>();
  private written = 0;
  /** The join of everything that the server ever had, in any epoch, by user, kind and key. */
  private readonly everHad = new Map<string, SentRow>();
  private readonly skewMs = OWNERS.map(() => 0);

  /** `plant` puts a fault into the server or a device, which the checks must find. */
  constructor(plant?: Plant) {
    this.server.mostRows = ROWS_PER_PAGE;
    plant?.server?.(this.server);
    let latestMs = START_MS;
    this.server.now = () => {
      latestMs = Math.max(latestMs, this.clock.nowMs);
      return latestMs;
    };
    this.devices = OWNERS.map((owner, index) =>
      makeDevice(this.users[owner], this.line(), this.clockOf(index)),
    );
    for (const { db, ports } of this.devices) if (plant?.line) ports.fetch = plant.line(ports.fetch, db);
  }

  /** All devices read the same clock, each with its own error. */
  private clockOf(device: number): { nowMs: number } {
    const { clock, skewMs } = this;
    const skew = () => skewMs[device] ?? 0;
    return {
      get nowMs() {
        return clock.nowMs + skew();
      },
      set nowMs(ms) {
        clock.nowMs = ms - skew();
      },
    };
  }

  private line(): typeof fetch {
    const through = (fault: Fault): typeof fetch => {
      const send = faultyFetch(this.server, () => fault);
      return async (input, init) => {
        try {
          return await send(input, init);
        } finally {
          this.noteHad();
        }
      };
    };
    return async (input, init) => {
      const fault = this.faults.shift() ?? this.stopOf(String(init?.body)) ?? "none";
      if (fault !== "late") return through(fault)(input, init);
      this.late.push(() => void through("none")(input, { ...init, signal: null }));
      throw new TypeError("connection lost");
    };
  }

  private stopOf(body: string): Fault | undefined {
    return this.firewall && body.includes(this.firewall.text) ? this.firewall.how : undefined;
  }

  private noteHad(): void {
    for (const userId of this.users)
      for (const row of this.server.account(userId).rows.values()) {
        const kind = kindOf(row.kind);
        const key = `${userId} ${row.kind} ${row.key}`;
        const had = this.everHad.get(key);
        if (kind) this.everHad.set(key, had ? joinRows(kind, had, row, "theirs") : row);
      }
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case "complete":
        await this.device(step).complete(step.lessonId);
        return;
      case "submit":
        await this.device(step).submit(step.lessonId, step.answers);
        return;
      case "write": {
        const { db, write } = this.device(step);
        const before = (await readRows(db, workbookField)).find(({ fieldId }) => fieldId === step.fieldId);
        const value = this.unique(step.value);
        if (before?.value && before.value !== value) this.typedOver.add(before.value);
        await write(step.fieldId, value);
        return;
      }
      case "note":
        await this.device(step).note(step.noteId, this.unique(step.body), { deleted: step.body === "" });
        return;
      case "handIn":
        await this.device(step).handIn(step.purpose);
        return;
      case "move": {
        const { lessonId, position, isSent } = step;
        await this.device(step).move(lessonId, position, isSent);
        const reached = this.reached(OWNERS[step.device] ?? 0);
        reached.set(lessonId, Math.max(reached.get(lessonId) ?? 1, position.step));
        return;
      }
      case "sync": {
        this.faults = [...step.faults];
        const device = this.device(step);
        await Promise.all(step.isTwice ? [device.cycle(), device.cycle()] : [device.cycle()]);
        this.faults = [];
        return;
      }
      case "deliverLate":
        this.late.splice(step.which % Math.max(1, this.late.length), 1).forEach((deliver) => {
          deliver();
        });
        return;
      case "refuse":
        this.server.judge = step.isOn ? () => "not_entitled" : () => null;
        return;
      case "firewall":
        this.firewall = { text: step.text, how: step.how };
        return;
      case "skew":
        this.skewMs[step.device] = step.ms;
        return;
      case "wait":
        this.clock.nowMs += step.ms;
        return;
      case "backup":
        this.backup = this.server.backup();
        return;
      case "restore":
        this.server.restore(this.backup);
    }
  }

  private unique(text: string): string {
    this.written += 1;
    return text === "" ? "" : `${text}${this.written}`;
  }

  private reached(owner: number): Map<LessonId, number> {
    const reached = this.furthest[owner];
    if (!reached) throw new Error("the schedule names a learner who does not exist");
    return reached;
  }

  private device(step: { device: number }): Device {
    const device = this.devices[step.device];
    if (!device) throw new Error("the schedule names a device that does not exist");
    return device;
  }

  /** I3, I5, I8 and the limit on stamps hold after every step. */
  async checkOnTheWay(): Promise<void> {
    const known = new Set<string>();
    for (const { db, ports } of this.devices) {
      for (const row of await db.rows.toArray()) {
        known.add(`${ports.userId} ${row.kind} ${row.key}`);
        if (!row.unsent) this.expectHad(ports.userId, row);
      }
    }
    for (const userId of this.users)
      for (const { kind, key } of this.server.account(userId).rows.values())
        expect(known.has(`${userId} ${kind} ${key}`), "I8: no row of another learner").toBe(true);
    expect(this.server.farthestAheadMs, "no stamp of the future was accepted").toBeLessThanOrEqual(60_000);
  }

  private expectHad(userId: string, row: Row): void {
    const kind = kindOf(row.kind);
    // A hand-in that another one preceded is accepted without effect, and a row that only the server writes is never sent.
    if (!kind || kind === capstone || kind.hasNothingToSend?.(row.content)) return;
    const had = this.everHad.get(`${userId} ${row.kind} ${row.key}`);
    expect(
      had && isSame(kind, joinRows(kind, had, row, "mine"), had),
      "I3, I5: a mark ends only when the server has the row",
    ).toBe(true);
  }

  /** The progress and places on each device, to be compared with later ones (I4). */
  standings(): Promise<Standing[]> {
    return Promise.all(
      this.devices.map(async ({ db }) => ({
        progress: await readRows(db, progress),
        places: await readRows(db, lessonPlace),
      })),
    );
  }

  /** Ends all faults, syncs every device until nothing changes (I7), then compares all copies (I6, I9). */
  async settle(): Promise<void> {
    this.server.judge = () => null;
    for (const deliver of this.late.splice(0)) deliver();
    await this.checkBehindFirewall();
    this.firewall = null;
    for (const device of this.devices) await leavePages(device);
    // The phone syncs a second time to pull what the laptop has pushed. No further cycle may be needed.
    for (const which of [0, 1, 2, 0]) {
      const device = this.device({ device: which });
      this.clock.nowMs += HOUR_MS;
      // A clock that was set back may still be just before the time of a retry.
      this.clock.nowMs += await longestWait(device);
      await retryParked(device.db);
      expect((await device.cycle()).status, "I7: over a working connection every cycle completes").toBe(
        "done",
      );
      expect(await unsentOf(device), "I7: the queue empties").toEqual([]);
    }
    for (const device of this.devices) await this.compare(device);
  }

  private async compare({ db, ports }: Device): Promise<void> {
    const { userId } = ports;
    const counted = new Set(this.countedHandIns(userId));
    const counts = ({ kind, key }: SentRow) => kind !== capstone.kind || counted.has(key);
    const mine = sentForms(await db.rows.toArray()).filter(counts);
    expect(mine, "I6, I9: the same rows as on the server").toEqual(this.server.sentRows(userId));
    const handIns = handInsOf(await readRows(db, capstone));
    expect(
      [handIns.first, handIns.second].flatMap((each) => (each ? [each.id] : [])),
      "I6: the hand-in that counts is the one on the server",
    ).toEqual([...counted]);
    const scores = (await readRows(db, progress)).map(({ lessonId, quizScore }) => [lessonId, quizScore]);
    const graded = this.server.account(userId).rows;
    for (const [lessonId, score] of scores)
      expect(
        (graded.get(`progress ${lessonId}`)?.content as Progress | undefined)?.quizScore,
        "I6: the score is the server's",
      ).toBe(score);
    const read = this.reached(this.users.indexOf(userId));
    const places = await readRows(db, lessonPlace);
    expect(
      new Map(places.map(({ lessonId, furthest }) => [lessonId, furthest])),
      "no device loses the furthest step",
    ).toEqual(new Map([...read].sort()));
    for (const { value } of await readRows(db, workbookField))
      expect(this.typedOver.has(value), "I11: a text never loses to the text that it replaced").toBe(false);
    const completed = (await readRows(db, progress)).filter((each) => each.completed).length;
    expect((await readRows(db, achievement)).map(({ type }) => type).sort(), "I6: what was earned").toEqual(
      [...earnedAchievements(completed)].sort(),
    );
    expect((await readRows(db, note)).length, "I6: as many versions of notes").toBe(
      [...graded.values()].filter(({ kind }) => kind === note.kind).length,
    );
  }

  private countedHandIns(userId: string): string[] {
    return [...this.server.account(userId).rows.values()].flatMap(({ kind, key }) =>
      kind === capstone.kind ? [key] : [],
    );
  }

  /** I10: with no other fault left, only rows that the firewall blocks are still unsent after five cycles. */
  private async checkBehindFirewall(): Promise<void> {
    if (!this.firewall) return;
    for (const device of this.devices) {
      await retryParked(device.db);
      for (let cycles = 0; cycles < 5; cycles += 1) {
        this.clock.nowMs += HOUR_MS;
        await device.cycle();
      }
      for (const row of await unsentOf(device)) {
        if (row.unsent?.isHeld) continue;
        expect(
          this.stopOf(JSON.stringify(sentForms([row]))),
          "I10: a blocked row does not hold up others",
        ).toBeDefined();
        expect(row.unsent?.isParked ?? false, "a row that a firewall blocks does not count as refused").toBe(
          false,
        );
      }
    }
  }

  close(): void {
    for (const device of this.devices) device.close();
  }
}

/** What never goes down on a device. */
type Standing = { progress: Progress[]; places: LessonPlace[] };

/**
 * I4: joining earlier progress into later progress changes nothing, for every lesson that had progress before. Only an
 * impossible date may have been corrected.
 */
function expectNothingLost(before: Standing[], after: Standing[]): void {
  before.forEach(({ progress: earlier, places }, index) => {
    for (const row of earlier) {
      const now = after[index]?.progress.find((each) => each.lessonId === row.lessonId);
      expect(now && joinProgress(now, dated(progress, row)), "I4: progress never goes down").toEqual(now);
    }
    for (const { lessonId, furthest } of places) {
      const now = after[index]?.places.find((each) => each.lessonId === lessonId);
      expect(now?.furthest, "I4: the furthest step never goes down").toBeGreaterThanOrEqual(furthest);
    }
  });
}

/** Leaves every open lesson, which sends the places that only this device has. */
async function leavePages({ db, move }: Device): Promise<void> {
  for (const { lessonId, step, part, share } of await readRows(db, lessonPlace))
    await move(lessonId, { step, part, share }, true);
}

/** The milliseconds until every row is due that waits, by the clock of its device. */
async function longestWait(device: Device): Promise<number> {
  const waits = (await unsentOf(device)).map(({ unsent }) => (unsent?.nextAt ?? 0) - device.clock.nowMs);
  return Math.max(0, ...waits.filter((ms) => ms <= HOUR_MS));
}
