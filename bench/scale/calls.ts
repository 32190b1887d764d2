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
import { callAs, type Learner, type Lend } from "./database.ts";

/**
 * What a device sends after half an hour of study: a quiz, its completion, two texts and a note, all just made. The texts
 * are those of two fields that the database knows: of the year (year.sql), or `fields`.
 */
export function freshRows(round: number, fields?: readonly [string, string]): TestRow[] {
  const lessonId = LESSON_IDS[round % LESSON_IDS.length] as LessonId; // the remainder is an index
  const at = new Date(Date.now() - 1000).toISOString();
  const ofYear = `l${lessonId.padStart(2, "0")}-scale-`;
  const [first, second] = fields ?? [`${ofYear}1`, `${ofYear}2`];
  return [
    attemptRow(lessonId, { answers: ANSWER_KEY, takenAt: at }),
    progressRow(lessonId, at),
    fieldRow(first, `Text ${round}`, at),
    fieldRow(second, `Text ${round}`, at),
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

/** As a device calls: over HTTP, through the API of the replica or the embedded server. */
export function apiCalls({
  url,
  keys,
}: Pick<ReplicaApi, "url"> & { keys: Pick<ReplicaApi["keys"], "publishableKey"> }): Calls {
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
