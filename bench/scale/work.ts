import { setTimeout as pause } from "node:timers/promises";
import { type Calls, freshRows, timed } from "./calls.ts";
import type { Learner, ScaleDatabase } from "./database.ts";

/** A latency, and when its work was due: ms since the start of the phase. */
export type Sample = { dueMs: number; ms: number };

/** A learner's device: it sends what is new and pulls from where it stopped. */
export class Device {
  private round = 0;
  private readonly calls: Calls;
  private readonly learner: Learner;
  private cursor: number;
  constructor(calls: Calls, learner: Learner, cursor: number) {
    this.calls = calls;
    this.learner = learner;
    this.cursor = cursor;
  }

  push = () => {
    this.round += 1;
    return this.calls.push(this.learner, freshRows(this.round));
  };
  pull = async () => {
    this.cursor = await this.calls.pull(this.learner, this.cursor);
  };
  /** The first request of a new device. */
  pullFirstPage = () => this.calls.pull(this.learner, 0);
  sync = async () => {
    await this.push();
    await this.pull();
  };
}

/** One device for each learner of the group. */
export async function devicesOf(db: ScaleDatabase, group: string, calls: Calls): Promise<Device[]> {
  const { rows } = await db.admin.query<{ user_id: string; rev: number }>(
    "select user_id, rev::int from sync_clock",
  );
  const revs = new Map(rows.map(({ user_id, rev }) => [user_id, rev]));
  return (await db.learners(group)).map((learner) => new Device(calls, learner, revs.get(learner.id) ?? 0));
}

/** Every device syncs once, at a random moment of the period. A latency includes the wait for a connection. */
export function syncWithin(devices: readonly Device[], periodMs: number): Promise<Sample[]> {
  return Promise.all(
    devices.map(async (device) => {
      const dueMs = Math.random() * periodMs;
      await pause(dueMs);
      return { dueMs, ms: await timed(() => device.sync()) };
    }),
  );
}
