import { expect } from "vitest";
import { retryParked } from "../../src/db/synced/dueEntries.ts";
import type { LessonId } from "../../src/domain/ids.ts";
import { earnedAchievements } from "../../src/entities/achievement/achievement.ts";
import type { LessonPlace } from "../../src/entities/lessonPlace/lessonPlace.ts";
import type { NoteVersion } from "../../src/entities/note/note.ts";
import { joinProgress, type Progress } from "../../src/entities/progress/progress.ts";
import type { WorkbookField } from "../../src/entities/workbookField/workbookField.ts";
import { type Device, makeDevice, START_MS, someUser, stateOf } from "./device.ts";
import { type Fault, faultyFetch } from "./faultyFetch.ts";
import { ModelServer } from "./modelServer.ts";
import type { LineFault, Step } from "./schedule.ts";

/** The first two devices belong to one learner, the third to another. */
const OWNERS = [0, 0, 1] as const;
const HOUR_MS = 3_600_000;
/** Small, so that most pulls of a schedule have several pages. */
const ROWS_PER_PAGE = 3;
/** A cast to this type is safe because map() over three indexes returns three devices. */
type Trio = [Device, Device, Device];

/** Devices, a server and the connections between them. Checks the invariants of docs/offline-rules.md on the way. */
export class World {
  readonly server = new ModelServer();
  private readonly users = [someUser(), someUser()] as const;
  private readonly clock = { nowMs: START_MS };
  private readonly devices: Device[];
  private faults: LineFault[] = [];
  private firewall: { text: string; how: Fault } | null = null;
  private readonly late: (() => void)[] = [];
  private backup = this.server.backup();
  /** Op id to user id, for every entry that was ever queued. */
  private readonly everQueued = new Map<string, string>();
  /** The furthest step that each learner has read, by lesson. */
  private readonly furthest = this.users.map(() => new Map<LessonId, number>());
  /** Texts and places replaced in the queue before they were sent: op id to the op id of the replacement. */
  private readonly supersededBy = new Map<string, string>();
  /** Op ids of texts that a learner replaced on a device that showed them. */
  private readonly typedOver = new Set<string>();
  /**
   * False once something was refused or a backup was restored. Either can cause a text that has
   * already arrived to be sent again, possibly after a later text has arrived or replaced it.
   */
  private isOrderly = true;
  private readonly skewMs = OWNERS.map(() => 0);

  constructor() {
    this.server.mostRows = ROWS_PER_PAGE;
    let latestMs = START_MS;
    this.server.now = () => {
      latestMs = Math.max(latestMs, this.clock.nowMs);
      return latestMs;
    };
    this.devices = OWNERS.map((owner, index) =>
      makeDevice(this.users[owner], this.line(), this.clockOf(index)),
    );
    for (const { db, ports } of this.devices) {
      // Entries that a pull queues may be sent and confirmed within the same cycle.
      db.outbox.hook("creating", (_key, entry) => {
        this.everQueued.set(entry.opId, ports.userId);
      });
    }
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
    const through = (fault: Fault) => faultyFetch(this.server, () => fault);
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

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case "complete":
        await this.device(step).complete(step.lessonId);
        return this.noteQueued(this.device(step));
      case "submit":
        await this.device(step).submit(step.lessonId, step.answers);
        return this.noteQueued(this.device(step));
      case "write": {
        const { db, write } = this.device(step);
        const before = await db.workbook.get(step.fieldId);
        const { entries, replaced } = await write(step.fieldId, step.value);
        if (before && entries.length > 0) this.typedOver.add(before.opId);
        for (const opId of replaced) this.supersededBy.set(opId, String(entries[0]?.opId));
        return this.noteQueued(this.device(step));
      }
      case "note":
        await this.device(step).note(step.noteId, step.body, { deleted: step.body === "" });
        return this.noteQueued(this.device(step));
      case "handIn":
        await this.device(step).handIn(step.purpose);
        return this.noteQueued(this.device(step));
      case "move": {
        const { lessonId, position, isSent } = step;
        const { entries, replaced } = await this.device(step).move(lessonId, position, isSent);
        for (const opId of replaced) this.supersededBy.set(opId, String(entries[0]?.opId));
        const reached = this.reached(OWNERS[step.device] ?? 0);
        reached.set(lessonId, Math.max(reached.get(lessonId) ?? 1, position.step));
        return this.noteQueued(this.device(step));
      }
      case "sync": {
        this.faults = [...step.faults];
        if (step.faults.some(isRefusal)) this.isOrderly = false;
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
        this.isOrderly = false;
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
        this.isOrderly = false;
    }
  }

  private reached(owner: number): Map<LessonId, number> {
    const reached = this.furthest[owner];
    if (!reached) throw new Error("the schedule names a learner who does not exist");
    return reached;
  }

  private async noteQueued({ db, ports }: Device): Promise<void> {
    for (const { opId } of await db.outbox.toArray()) this.everQueued.set(opId, ports.userId);
  }

  private device(step: { device: number }): Device {
    const device = this.devices[step.device];
    if (!device) throw new Error("the schedule names a device that does not exist");
    return device;
  }

  /** I2, I3, I5 and I8 hold after every step. */
  async checkOnTheWay(): Promise<void> {
    const outboxes = await Promise.all(this.devices.map((device) => device.db.outbox.toArray()));
    const waiting = new Set<string>(outboxes.flat().map((entry) => entry.opId));
    for (const [opId, userId] of this.everQueued) {
      const isAccepted = this.server.everAccepted.has(`${userId} ${opId}`);
      const successor = this.supersededBy.get(opId);
      if (successor) {
        expect(this.everQueued.has(successor), "I5: an entry is replaced only by another queued entry").toBe(
          true,
        );
        expect(isAccepted && this.isOrderly, "I5: only an entry that never arrived is replaced").toBe(false);
      } else expect(waiting.has(opId) || isAccepted, "I3, I5: no entry is lost").toBe(true);
    }
    for (const accepted of this.server.everAccepted) {
      const [userId, opId = ""] = accepted.split(" ");
      expect(this.everQueued.get(opId), "I8: no op takes effect for another user").toBe(userId);
    }
    expect(Math.max(0, ...this.server.effects.values()), "I2: exactly once").toBeLessThanOrEqual(1);
  }

  /** The progress and places on each device, to be compared with later ones (I4). */
  standings(): Promise<Standing[]> {
    return Promise.all(
      this.devices.map(async ({ db }) => ({
        progress: await db.progress.toArray(),
        places: await db.lessonPlaces.toArray(),
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
    const [phone, laptop, stranger] = [0, 1, 2].map((device) => this.device({ device })) as Trio;
    for (const device of [phone, laptop, stranger, phone]) {
      this.clock.nowMs += HOUR_MS;
      // A clock that was set back by an hour may still be just before the time of a retry.
      this.clock.nowMs += await longestWait(device);
      await retryParked(device.db);
      expect((await device.cycle()).status, "I7: over a working connection every cycle completes").toBe(
        "done",
      );
      expect(await device.db.outbox.count(), "I7: the queue empties").toBe(0);
    }
    expect(await stateOf(phone), "I6: both devices have the same data").toEqual(await stateOf(laptop));
    for (const device of [laptop, stranger]) {
      const state = await stateOf(device);
      const account = this.server.accounts.get(device.ports.userId);
      const onServer = [...(account?.progress.values() ?? [])].map((each) => each.value);
      expect(bySubject(state.progress), "I6: the same progress as on the server").toEqual(
        bySubject(onServer),
      );
      expect(state.attempts.map((each) => each.id)).toEqual([...(account?.attempts.keys() ?? [])].sort());
      const fields = [...(account?.fields.values() ?? [])].map((each) => each.value);
      expect(
        state.fields,
        "I6: the same texts as on the server, with the times by which they are ranked",
      ).toEqual(byField(fields));
      const notes = [...(account?.notes.values() ?? [])].map((each) => each.value);
      const places = [...(account?.places.values() ?? [])].map((each) => each.value);
      expect(state.places, "I6: the same places as on the server").toEqual(bySubject(places));
      const read = this.reached(this.users.indexOf(device.ports.userId));
      expect(
        new Map(state.places.map(({ lessonId, furthest }) => [lessonId, furthest])),
        "no device loses the furthest step",
      ).toEqual(new Map([...read].sort()));
      expect(
        state.capstones.map(({ id }) => id),
        "I6: the hand-in that counts is the one on the server",
      ).toEqual([...(account?.capstones.values() ?? [])].map(({ value }) => value.id));
      expect(state.notes, "I6: the same version of every note as on the server").toEqual(byOp(notes));
      for (const { opId } of this.isOrderly ? fields : []) {
        expect(this.typedOver.has(opId), "a text never loses to the text that it replaced").toBe(false);
      }
      const completed = onServer.filter((each) => each.completed).length;
      expect(state.achievements).toEqual([...earnedAchievements(completed)].sort());
    }
  }

  /** I10: with no other fault left, only entries that the firewall blocks are still pending after five cycles. */
  private async checkBehindFirewall(): Promise<void> {
    if (!this.firewall) return;
    for (const device of this.devices) {
      await retryParked(device.db);
      for (let cycles = 0; cycles < 5; cycles += 1) {
        this.clock.nowMs += HOUR_MS;
        await device.cycle();
      }
      for (const entry of await device.db.outbox.toArray()) {
        expect(
          this.stopOf(JSON.stringify(entry)),
          "I10: a blocked entry does not hold up others",
        ).toBeDefined();
        expect(entry.state, "an entry that a firewall blocks does not count as refused by the server").toBe(
          "pending",
        );
      }
    }
  }

  close(): void {
    for (const device of this.devices) device.close();
  }
}

const byField = (fields: readonly WorkbookField[]) =>
  [...fields].sort((a, b) => (a.fieldId < b.fieldId ? -1 : 1));

const byOp = (notes: readonly NoteVersion[]) => [...notes].sort((a, b) => (a.opId < b.opId ? -1 : 1));

/** Responses that count against the entries and make them wait. */
const isRefusal = (fault: LineFault) =>
  typeof fault === "object" && "status" in fault && (fault.status === 400 || fault.status === 413);

const bySubject = <Row extends { lessonId: LessonId }>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.lessonId < b.lessonId ? -1 : 1));

/** What never goes down on a device. */
type Standing = { progress: Progress[]; places: LessonPlace[] };

/** I4: joining earlier progress into later progress changes nothing, for every lesson that had progress before. */
export function expectNothingLost(before: Standing[], after: Standing[]): void {
  before.forEach(({ progress, places }, index) => {
    for (const row of progress) {
      const now = after[index]?.progress.find((each) => each.lessonId === row.lessonId);
      expect(now && joinProgress(now, row), "I4: progress never goes down").toEqual(now);
    }
    for (const { lessonId, furthest } of places) {
      const now = after[index]?.places.find((each) => each.lessonId === lessonId);
      expect(now?.furthest, "I4: the furthest step never goes down").toBeGreaterThanOrEqual(furthest);
    }
  });
}

/** Leaves every open lesson, which sends the places that only this device has. */
async function leavePages({ db, move }: Device): Promise<void> {
  for (const { lessonId, step, part, share } of await db.lessonPlaces.toArray())
    await move(lessonId, { step, part, share }, true);
}

/** The milliseconds until every entry of the outbox is due that waits, by the clock of its device. */
async function longestWait({ db, clock }: Device): Promise<number> {
  const waits = await db.outbox.toArray((entries) => entries.map(({ nextAt }) => nextAt - clock.nowMs));
  return Math.max(0, ...waits.filter((ms) => ms <= HOUR_MS));
}
