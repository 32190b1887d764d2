import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freshOps, pull, push, timed } from "./calls.ts";
import { callAs, type Learner, type ScaleDatabase } from "./database.ts";

/** A latency, and when its work was due: ms since the start of the phase. */
export type Sample = { dueMs: number; ms: number };

/** A learner's device: it sends what is new and pulls from where it stopped. */
export class Device {
  private round = 0;
  private readonly learner: Learner;
  private cursor: number;
  constructor(learner: Learner, cursor: number) {
    this.learner = learner;
    this.cursor = cursor;
  }

  push = (db: ScaleDatabase) => {
    this.round += 1;
    return db.lend((lent) => push(lent, this.learner, freshOps(this.round)));
  };
  pull = async (db: ScaleDatabase) => {
    this.cursor = await db.lend((lent) => pull(lent, this.learner, this.cursor));
  };
  /** The first request of a new device. */
  pullFirstPage = (db: ScaleDatabase) => db.lend((lent) => pull(lent, this.learner, 0));
  sync = async (db: ScaleDatabase) => {
    await this.push(db);
    await this.pull(db);
  };
}

export async function devicesOf(db: ScaleDatabase, group: string): Promise<Device[]> {
  const { rows } = await db.admin.query<{ user_id: string; rev: number }>(
    "select user_id, rev::int from sync_clock",
  );
  const revs = new Map(rows.map(({ user_id, rev }) => [user_id, rev]));
  return (await db.learners(group)).map((learner) => new Device(learner, revs.get(learner.id) ?? 0));
}

/** Every device syncs once, at a random moment of the period. A latency includes the wait for a connection. */
export async function syncWithin(
  db: ScaleDatabase,
  devices: readonly Device[],
  periodMs: number,
): Promise<Sample[]> {
  return Promise.all(
    devices.map(async (device) => {
      const dueMs = Math.random() * periodMs;
      await pause(dueMs);
      return { dueMs, ms: await timed(() => device.sync(db)) };
    }),
  );
}

/**
 * Pays the order of each buyer. Delivers every payment's event `copies` times, in random order and all at once, with the
 * statements of functions/_shared/payments. Throws unless every order was paid exactly once.
 */
export async function payAll(
  db: ScaleDatabase,
  buyers: readonly Learner[],
  copies: number,
): Promise<number[]> {
  const { rows } = await db.admin.query<{ id: string; user_id: string }>(
    "select id, user_id from orders where user_id = any ($1)",
    [buyers.map(({ id }) => id)],
  );
  const events = rows.flatMap((order) => Array<(typeof rows)[number]>(copies).fill(order));
  events.sort(() => Math.random() - 0.5);
  let grants = 0;
  const latencies = await Promise.all(
    events.map(({ id, user_id }) =>
      timed(() =>
        db.lend(async (lent) => {
          const event = [`evt_${id}`];
          const seen = await callAs<string | null>(
            lent,
            "service_role",
            `insert into stripe_events (id, type) values ($1, 'checkout.session.completed')
             on conflict (id) do update set tried_at = now() returning processed_at as result`,
            event,
          );
          if (seen !== null) return;
          const args = [id, `cs_${user_id}`, user_id, `pi_${user_id}`];
          const record = "select record_order_payment($1, $2, $3, $4) as result";
          if (await callAs<boolean>(lent, "service_role", record, args)) grants += 1;
          await callAs(
            lent,
            "service_role",
            "with done as (update stripe_events set processed_at = now() where id = $1 and processed_at is null) select 1 as result",
            event,
          );
        }),
      ),
    ),
  );
  const [outcome] = (
    await db.admin.query<{ paid: number; payments: number; enrolled: number; mails: number }>(
      `select count(*) filter (where orders.status = 'paid')::int as paid,
         (select count(*) from order_payments where order_id = any ($1))::int as payments,
         (select count(*) from course_enrollments where user_id = any ($2) and status = 'active')::int as enrolled,
         (select count(*) from mail_queue where order_id = any ($1))::int as mails
       from orders where id = any ($1)`,
      [rows.map(({ id }) => id), rows.map(({ user_id }) => user_id)],
    )
  ).rows;
  const orders = rows.length;
  const expected = { paid: orders, payments: orders, enrolled: orders, mails: 2 * orders };
  if (grants !== orders || JSON.stringify(outcome) !== JSON.stringify(expected))
    throw new Error(`${orders} orders: ${grants} grants, ${JSON.stringify(outcome)}`);
  return latencies;
}

export type Soak = { samples: Sample[]; memory: { atMs: number; kb: number[] }[] };

/** Devices sync through all connections until the time is up. Records the private memory of each backend process. */
export async function soak(
  db: ScaleDatabase,
  devices: readonly Device[],
  { periodMs, maxPauseMs, sampleEveryMs }: { periodMs: number; maxPauseMs: number; sampleEveryMs: number },
): Promise<Soak> {
  const outcome: Soak = { samples: [], memory: [] };
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const worker = async () => {
    while (elapsed() < periodMs) {
      const device = devices[Math.floor(Math.random() * devices.length)];
      const dueMs = elapsed();
      if (device) outcome.samples.push({ dueMs, ms: await timed(() => device.sync(db)) });
      await pause(Math.random() * maxPauseMs);
    }
  };
  const watch = async () => {
    while (elapsed() < periodMs) {
      outcome.memory.push({ atMs: elapsed(), kb: db.pids.map(privateMemoryKb) });
      await pause(sampleEveryMs);
    }
  };
  await Promise.all([watch(), ...db.pids.map(worker)]);
  return outcome;
}

/** Without the buffers that all backends share, which only fill once. */
function privateMemoryKb(pid: number): number {
  const [, kb] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb);
}
