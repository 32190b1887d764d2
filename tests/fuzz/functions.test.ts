import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { FAILURE_CODES } from "../../src/domain/failures.ts";
import { countRows } from "../commerce/shop.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { oddHeaders, oddQuery } from "./oddInputs.ts";
import type { Target } from "./parts.ts";
import { type Sent, send } from "./send.ts";
import { type ShopWorld, startShopWorld } from "./shopWorld.ts";
import { expectValidRows } from "./storedRows.ts";
import { targetsOf } from "./targets.ts";

const FUNCTIONS = join(import.meta.dirname, "../../functions");
const NAMES = readdirSync(FUNCTIONS).filter(
  (name) => !name.startsWith("_") && existsSync(join(FUNCTIONS, name, "index.ts")),
);

/** Starting an academy with two sales takes seconds, and much longer on a busy machine. */
const START_LIMIT_MS = 240_000;

let world: ShopWorld;
const say = console.info;
beforeAll(async () => {
  // A log line for each request would fill the memory that is measured.
  console.info = () => undefined;
  world = await startShopWorld();
}, START_LIMIT_MS);
afterAll(async () => {
  console.info = say;
  await world.close();
});

const failure = z.object({ error: z.string().min(1), code: z.enum(FAILURE_CODES), requestId: z.string() });
const oddMethod = fc.constantFrom(
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
);

function requestsFor(name: string, { method, parts, otherMethods = 1 }: Target): fc.Arbitrary<Sent> {
  const signedIn = { authorization: `Bearer ${world.learner(name).token}` };
  return fc
    .record({
      part: parts,
      caller: fc.oneof(
        { weight: 29, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constant(signedIn) },
      ),
      method: fc.oneof(
        { weight: 30 - otherMethods, arbitrary: fc.constant(method) },
        { weight: otherMethods, arbitrary: oddMethod },
      ),
      headers: oddHeaders,
      query: oddQuery,
    })
    .map(({ part, query, caller, ...rest }) => ({
      method: rest.method,
      path: `/functions/v1/${name}${part.query ?? query}`,
      headers: { ...caller, ...part.headers, ...rest.headers },
      body: part.body ?? null,
      [fc.toStringMethod]: () =>
        JSON.stringify({ ...rest, caller, query, ...part, body: part.body?.toString("latin1") }),
    }));
}

/** Fails for an internal error or a malformed response. Returns true for a success. */
async function isAnsweredWell(sent: Sent, { reply, unavailable, reports }: Target): Promise<boolean> {
  const received = await send(world.academy.url, sent);
  const reported = vi
    .mocked(console.error)
    .mock.calls.splice(0)
    .map((each) => each.join(" "));
  expect(reported.filter((line) => !reports?.test(line))).toEqual([]);
  expect(received.status).not.toBe(429);
  if (reported.length > 0 && received.status === 500) return false;
  const isUnavailable = unavailable !== undefined && received.status === 503;
  if (!isUnavailable) expect(received.status, received.text).toBeLessThan(500);
  // HEAD and 304 have no body, and the server itself rejects the other methods.
  if (received.status === 304 || ["HEAD", "OPTIONS", "TRACE", "PROPFIND"].includes(sent.method)) return false;
  const body: unknown = JSON.parse(received.text);
  if (isUnavailable) z.parse(unavailable, body);
  else if (received.status < 300) z.parse(reply, body);
  else failure.parse(body);
  return received.status < 300;
}

async function countStored(): Promise<number> {
  const { academy } = world;
  const counts = [countRows(academy, "orders"), countRows(academy, "contact_messages")];
  return (await Promise.all([...counts, countRows(academy, "student_ids")])).reduce(
    (sum, count) => sum + count,
  );
}

it("every function has its own fuzz inputs", () => {
  expect(Object.keys(targetsOf(world)).sort()).toEqual(NAMES.sort());
});

describe("for any request, the functions", {
  timeout: FUZZ_TIMEOUT_MS,
}, () => {
  it.each(NAMES)("return success or a well-formed error: %s", async (name) => {
    const target = targetsOf(world)[name];
    if (!target) throw new Error(`there are no inputs for ${name}`);
    const examples = [{ method: "TRACE", path: `/functions/v1/${name}`, headers: {}, body: null }];
    const before = await countStored();
    let accepted = 0;
    const judge = async (sent: Sent) => {
      if (await isAnsweredWell(sent, target)) accepted += 1;
    };
    await fuzz(requestsFor(name, target), judge, { examples });
    expect(await countStored(), "a rejected request stores nothing").toBeLessThanOrEqual(before + accepted);
  });

  it("store valid rows only", () => expectValidRows(world.academy));

  it("change nothing for staff without a record of it", async () => {
    const { orderId, studentId, certificateId } = world.forStaff;
    const [done] = await world.academy.backend.query<Record<string, number>>(
      `select
         (select sum(refunded_pence)::int from public.order_payments where order_id = $1::uuid) as refunded,
         (select coalesce(sum((details ->> 'amount_pence')::int), 0)::int from public.staff_actions
          where action = 'order_refunded' and subject_id = ($1::uuid)::text) as refunds_recorded,
         (select count(*)::int from private.student_id_decisions where student_id = $2::uuid) as decided,
         (select count(*)::int from public.staff_actions
          where action in ('student_id_approved', 'student_id_refused') and details ->> 'student_id' = ($2::uuid)::text) as decisions_recorded,
         (select count(*)::int from public.certificates where id = $3::uuid and revoked_at is not null) as corrected,
         (select count(*)::int from public.staff_actions
          where action = 'certificate_name_corrected' and subject_id = ($3::uuid)::text) as corrections_recorded`,
      [orderId, studentId, certificateId],
    );
    // At least one of each, or the inputs would test only refusals.
    expect(done?.refunded).toBeGreaterThan(0);
    expect(done).toEqual({
      refunded: done?.refunds_recorded,
      refunds_recorded: done?.refunded,
      ...{ decided: 1, decisions_recorded: 1, corrected: 1, corrections_recorded: 1 },
    });
  });
});
