import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pullReplySchema } from "../../src/entities/messages.ts";
import { ANSWER_KEY, lessonPack } from "../support/lessons.ts";
import { attemptRow, fieldRow, progressRow } from "../support/sentRows.ts";
import { type RealPostgres, startRealPostgres } from "../support/server/realPostgres.ts";

const WRITERS = 6;
const WRITES_EACH = 150;
const COMMIT_DELAY_MS = 4;
const TEST_LIMIT_MS = 240_000;

describe.runIf(process.env.ACADEMY_DEEP === "1")("concurrent writes by one learner's devices", () => {
  const [learner, session] = [randomUUID(), randomUUID()];
  let postgres: RealPostgres;

  beforeAll(async () => {
    postgres = await startRealPostgres();
    const admin = await postgres.connect();
    await admin.query("insert into auth.users (id, email) values ($1, 'ada@example.com')", [learner]);
    await admin.query("insert into auth.sessions (id, user_id) values ($1, $2)", [session, learner]);
    await admin.query(
      `insert into lessons (course_id, lesson_id, version, hash, bytes, is_preview, pack)
       values ('ai-fluency-30-days', '1', 1, repeat('0', 64), 1, true, $1)`,
      [lessonPack("1", ANSWER_KEY)],
    );
    // These tests write more than the limit on direct writes allows. They still take the lock of its counter.
    await admin.query(`create or replace function public.rate_limit_wait(p_key text, p_limit integer, p_window_seconds integer)
      returns integer language sql as 'select 0'`);
    // The control: a table that the reader follows with a timestamp cursor.
    await admin.query(`create table by_time (id uuid primary key, at timestamptz not null default clock_timestamp());
      grant all on by_time to authenticated`);
  }, TEST_LIMIT_MS);
  afterAll(() => postgres?.stop());

  const device = async (): Promise<Client> => {
    const client = await postgres.connect();
    await client.query("set role authenticated");
    await client.query("select set_config('request.jwt.claim.sub', $1, false)", [learner]);
    const claims = JSON.stringify({ sub: learner, session_id: session });
    await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
    return client;
  };

  /** Each writer commits after a short random delay, while one reader follows with a cursor. */
  const race = async (
    write: (client: Client) => Promise<string>,
    read: (client: Client) => Promise<string[]>,
  ) => {
    const reader = await device();
    const seen = new Set<string>();
    let writing = true;
    const following = (async () => {
      let news: string[] = [];
      while (writing || news.length > 0) {
        news = await read(reader);
        for (const id of news) seen.add(id);
      }
    })();
    const written = await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        const client = await device();
        const ids: string[] = [];
        for (let count = 0; count < WRITES_EACH; count++) {
          await client.query("begin");
          ids.push(await write(client));
          await pause(Math.random() * COMMIT_DELAY_MS);
          await client.query("commit");
        }
        return ids;
      }),
    );
    writing = false;
    await following;
    for (const id of await read(reader)) seen.add(id);
    const all = written.flat();
    return { written: all.length, lost: all.filter((id) => !seen.has(id)).length };
  };

  it(
    "are all found by a reader that uses the cursor of sync_pull",
    async () => {
      let cursor = 0;
      const outcome = await race(
        async (client) => {
          const id = randomUUID();
          await client.query("select sync_push(1, $1)", [JSON.stringify([attemptRow("1", { id })])]);
          return id;
        },
        async (client) => {
          const { rows } = await client.query(
            "select sync_pull(1, null, $1, null, 50, null, null) as reply",
            [cursor],
          );
          const reply = pullReplySchema.parse(rows[0].reply);
          cursor = reply.cursor;
          return reply.rows.filter(({ kind }) => kind === "attempt").map(({ key }) => key);
        },
      );
      expect(outcome).toEqual({ written: WRITERS * WRITES_EACH, lost: 0 });
    },
    TEST_LIMIT_MS,
  );

  it(
    "are partly missed by a reader that uses a timestamp cursor (control for the test above)",
    async () => {
      let cursor = "-infinity";
      const outcome = await race(
        async (client) => {
          const id = randomUUID();
          await client.query("insert into by_time (id) values ($1)", [id]);
          return id;
        },
        async (client) => {
          const { rows } = await client.query(
            "select id, at::text from by_time where at > $1::timestamptz order by at",
            [cursor],
          );
          cursor = rows.at(-1)?.at ?? cursor;
          return rows.map(({ id }) => id);
        },
      );
      expect(outcome.lost).toBeGreaterThan(0);
    },
    TEST_LIMIT_MS,
  );

  it(
    "never deadlock when the spec's plain calls are mixed with the engine's batches",
    async () => {
      const plain = [
        `insert into course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at)
         values ('${learner}', 'ai-fluency-30-days', '1', '1', true, now()) on conflict (user_id, course_id, lesson_id)
         do update set completed = excluded.completed, completed_at = excluded.completed_at`,
        // A second earlier each time, so that every update changes the row and takes a revision.
        `update course_progress set completed_at = completed_at - interval '1 second' where user_id = '${learner}'`,
        `insert into user_achievements (user_id, achievement_type, achievement_name)
         values ('${learner}', 'first_lesson', 'x') on conflict (user_id, achievement_type)
         do update set achievement_name = excluded.achievement_name`,
      ];
      const work = Array.from({ length: WRITERS }, async (_, writer) => {
        const client = await device();
        for (let count = 0; count < WRITES_EACH; count++) {
          const earlier = new Date(Date.UTC(2026, 0, 1) - count * 60_000).toISOString();
          const batch = [fieldRow("l01-start", earlier), attemptRow("1"), progressRow("1", earlier)];
          if ((count + writer) % 2) await client.query(plain[count % plain.length] ?? "");
          else await client.query("select sync_push(1, $1)", [JSON.stringify(batch)]);
        }
      });
      await expect(Promise.all(work)).resolves.toHaveLength(WRITERS);
    },
    TEST_LIMIT_MS,
  );
});
