import { readFileSync } from "node:fs";
import type { Client } from "pg";
import { LESSON_IDS } from "../../src/domain/ids.ts";
import { lessonPack } from "../../tests/support/lessons.ts";
import { type RealPostgres, startRealPostgres } from "../../tests/support/realPostgres.ts";

/** The server under test. To measure another one, start it here. */
const startPostgres: () => Promise<RealPostgres> = startRealPostgres;

const YEAR = new URL("./year.sql", import.meta.url);
/** As many connections as a small project's pooler opens. */
const CONNECTIONS = 15;

export type Learner = { id: string; session: string };
/** A connection that the pool lends for one transaction at a time. */
export type Lent = { client: Client; pid: number };
export type ScaleDatabase = {
  /** As superuser, for set-up and checks. */
  admin: Client;
  connect(): Promise<Client>;
  learners(group: string): Promise<Learner[]>;
  /** Runs `work` on the next free connection. Callers wait in order of arrival. */
  lend<Result>(work: (lent: Lent) => Promise<Result>): Promise<Result>;
  pids: readonly number[];
  stop(): Promise<void>;
};

/** Group name → number of learners and the ops that each has sent. */
export type Groups = Record<string, { learners: number; ops: number }>;

/** Starts a server with a simulated year (year.sql). */
export async function startScaleDatabase(groups: Groups): Promise<ScaleDatabase> {
  const postgres = await startPostgres();
  try {
    const admin = await postgres.connect();
    await seed(admin, groups);
    const free: Lent[] = [];
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const client = await postgres.connect();
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      free.push({ client, pid: rows[0]?.pid ?? 0 });
    }
    const waiting: ((lent: Lent) => void)[] = [];
    return {
      admin,
      connect: postgres.connect,
      pids: free.map(({ pid }) => pid),
      stop: postgres.stop,
      learners: async (group) =>
        (await admin.query<Learner>("select id, session from scale_learners where group_name = $1", [group]))
          .rows,
      async lend(work) {
        const lent = free.shift() ?? (await new Promise<Lent>((resolve) => waiting.push(resolve)));
        try {
          return await work(lent);
        } finally {
          const next = waiting.shift();
          if (next) next(lent);
          else free.push(lent);
        }
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function seed(admin: Client, groups: Groups): Promise<void> {
  for (const lessonId of LESSON_IDS) {
    await admin.query(
      `insert into lessons (course_id, lesson_id, version, hash, bytes, is_preview, pack)
       values ('ai-fluency-30-days', $1, 1, repeat('0', 64), 1, false, $2)`,
      [lessonId, lessonPack(lessonId)],
    );
  }
  await admin.query("create table scale_groups (name text, learners integer, ops integer)");
  for (const [name, { learners, ops }] of Object.entries(groups))
    await admin.query("insert into scale_groups values ($1, $2, $3)", [name, learners, ops]);
  await admin.query(readFileSync(YEAR, "utf8"));
  await admin.query("vacuum (analyze)");
}

/** Runs one call as PostgREST does: a transaction with the caller's role and claims. */
export async function callAs<Result>(
  { client }: Pick<Lent, "client">,
  caller: Learner | "service_role",
  sql: string,
  params: unknown[],
): Promise<Result> {
  const [role, id, claims] =
    caller === "service_role"
      ? [caller, "", { role: caller }]
      : ["authenticated", caller.id, { role: "authenticated", sub: caller.id, session_id: caller.session }];
  await client.query("begin");
  try {
    await client.query(
      `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
         set_config('request.jwt.claims', $3, true)`,
      [role, id, JSON.stringify(claims)],
    );
    const { rows } = await client.query<{ result: Result }>(sql, params);
    await client.query("commit");
    const [row] = rows;
    if (!row) throw new Error(`no result: ${sql}`);
    return row.result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
