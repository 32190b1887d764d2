import { setTimeout as pause } from "node:timers/promises";
import { LESSON_IDS, type LessonId } from "../../src/domain/ids.ts";
import {
  MAX_ROWS_PER_PULL,
  PROTOCOL_VERSION,
  pullReplySchema,
  pushReplySchema,
} from "../../src/entities/messages.ts";
import type { ReplicaApi } from "../../tests/replica/api.ts";
import { ANSWER_KEY } from "../../tests/support/lessons.ts";
import { attemptRow, fieldRow, noteRow, progressRow, type TestRow } from "../../tests/support/sentRows.ts";
import { callAs, type Learner, type Lend, type ScaleDatabase } from "./database.ts";

/**
 * What a device sends after half an hour of study: a quiz, its completion, two texts and a note, all just made. The texts
 * are those of two fields that the database knows (year.sql).
 */
export function freshRows(round: number): TestRow[] {
  const lessonId = LESSON_IDS[round % LESSON_IDS.length] as LessonId; // the remainder is an index
  const at = new Date(Date.now() - 1000).toISOString();
  const ofYear = `l${lessonId.padStart(2, "0")}-scale-`;
  return [
    attemptRow(lessonId, { answers: ANSWER_KEY, takenAt: at }),
    progressRow(lessonId, at),
    fieldRow(`${ofYear}1`, `Text ${round}`, at),
    fieldRow(`${ofYear}2`, `Text ${round}`, at),
    noteRow(lessonId, `Note ${round}`, {}, at),
  ];
}

/** The two calls of the sync. */
export type Calls = {
  /** Throws when the server refuses a row: the bench would measure something else. */
  push(learner: Learner, rows: readonly TestRow[]): Promise<void>;
  /** Returns the new cursor. */
  pull(learner: Learner, cursor: number): Promise<number>;
};

/** Without HTTP: each call is a transaction on a lent connection. */
export function directCalls(lend: Lend): Calls {
  return callsBy((learner, name, args) => {
    const names = Object.keys(args).map((arg, index) => `${arg} => $${index + 1}`);
    const values = Object.values(args).map((value) =>
      typeof value === "object" ? JSON.stringify(value) : value,
    );
    return lend((client) => callAs(client, learner, `select ${name}(${names.join()}) as result`, values));
  });
}

/** As a device calls: over HTTP, through the API of the replica. */
export function apiCalls({ url, keys }: ReplicaApi): Calls {
  return callsBy(async (learner, name, args) => {
    const reply = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${learner.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(args),
    });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  });
}

function callsBy(
  call: (learner: Learner, name: string, args: Record<string, unknown>) => Promise<unknown>,
): Calls {
  return {
    async push(learner, rows) {
      const version = PROTOCOL_VERSION;
      const { answers } = pushReplySchema.parse(await call(learner, "sync_push", { version, rows }));
      const refused = answers.find(({ code }) => code !== null);
      if (refused) throw new Error(`the server refused a row: ${JSON.stringify(refused)}`);
    },
    async pull(learner, cursor) {
      const waiting = { unsent: 0, refused: 0 };
      const args = {
        version: PROTOCOL_VERSION,
        cursor,
        epoch: null,
        seen: cursor,
        max_rows: MAX_ROWS_PER_PULL,
        ...waiting,
      };
      return pullReplySchema.parse(await call(learner, "sync_pull", args)).cursor;
    },
  };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

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

/** Every device syncs once, at a random moment of the period. Returns the latencies, which include waits for a connection. */
export function syncWithin(devices: readonly Device[], periodMs: number): Promise<number[]> {
  return Promise.all(
    devices.map(async (device) => {
      await pause(Math.random() * periodMs);
      return timed(() => device.sync());
    }),
  );
}
