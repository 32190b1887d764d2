import fc from "fast-check";
import { expect, test } from "vitest";
import type { SentRow } from "../../src/entities/row.ts";
import { schedules } from "./schedule.ts";
import { type Plant, play } from "./world.ts";

/** Faults of the sync that the random schedules must find. A schedule that finds none of them proves nothing. */

/** Each fault is found within about fifty schedules. */
const MOST_SCHEDULES = 1_000;
const TIMEOUT_MS = 300_000;
const DEVICES = 3;
const CENTURY_MS = 100 * 365 * 24 * 3_600_000;

type Reply = { epoch: string; limit: number; rows: (SentRow & { rev: number })[] };

/** Changes each reply before the device reads it. */
const changing =
  (change: (reply: Reply, db: Parameters<NonNullable<Plant["line"]>>[1]) => unknown): Plant["line"] =>
  (line, db) =>
  async (input, init) => {
    const response = await line(input, init);
    const text = await response.text();
    try {
      const reply: Reply = JSON.parse(text);
      if (reply.epoch) await change(reply, db);
      return new Response(JSON.stringify(reply), response);
    } catch {
      // It is not a reply of the server.
      return new Response(text, response);
    }
  };

const FAULTS: [string, Plant][] = [
  [
    "a device that ends a mark when the row is sent, not when the server has it",
    {
      line: (line, db) => async (input, init) => {
        const { rows = [] }: { rows?: SentRow[] } = JSON.parse(String(init?.body));
        for (const { kind, key } of rows)
          await db.rows.where({ kind, key }).modify((row) => void Reflect.deleteProperty(row, "unsent"));
        return line(input, init);
      },
    },
  ],
  [
    "a device that does not notice the epoch of a restored backup",
    { line: changing((reply) => Object.assign(reply, { epoch: "00000000-0000-4000-8000-000000000001" })) },
  ],
  [
    "a server that accepts a stamp of the far future",
    { server: (server) => Object.assign(server, { aheadMs: CENTURY_MS }) },
  ],
  [
    "a device that does not set its stamps back to the server's limit",
    { line: changing((reply) => Object.assign(reply, { limit: reply.limit + CENTURY_MS })) },
  ],
  [
    "a device that stores a pulled row in place of its own instead of joining them",
    {
      line: changing(async ({ rows }, db) => {
        for (const row of rows) {
          const mine = await db.rows.get([row.kind, row.key]);
          if (mine) await db.rows.put({ ...mine, ...row });
        }
      }),
    },
  ],
];

test.each(FAULTS)(
  "the random schedules find %s",
  async (_, plant) => {
    const property = fc.asyncProperty(schedules(DEVICES), (steps) => play(steps, plant));
    const found = await fc.check(property, { numRuns: MOST_SCHEDULES, endOnFailure: true });
    // A random schedule may find it by another invariant than the next one.
    expect(String(found.errorInstance)).toMatch(/: (I\d+|no )/);
  },
  TIMEOUT_MS,
);
