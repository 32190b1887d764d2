import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  PROTOCOL_VERSION,
  type PullReply,
  pullReplySchema,
  pushReplySchema,
} from "../../src/entities/messages.ts";
import { kindOf } from "../../src/entities/registry.ts";
import type { SentRow } from "../../src/entities/row.ts";
import { oneOfEach } from "../support/kindSamples.ts";
import { publishLesson } from "../support/lessons.ts";
import { outcomes, pull } from "../support/sentRows.ts";
import { type Learner, withBackend } from "../support/server/backend.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { nearlyJson, oddHeaders, oddQuery } from "./oddInputs.ts";
import { batches } from "./rows.ts";

const backend = withBackend();

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, client: await backend.clientFor(learner) };
}
type Person = Awaited<ReturnType<typeof enrolled>>;

let ada: Person;
let stranger: Person;
/** What the learners have: one row of each kind. */
const adas = oneOfEach();
const strangers = oneOfEach();
beforeAll(async () => {
  await publishLesson(backend, "2");
  [ada, stranger] = [await enrolled(), await enrolled()];
  expect(new Set(await outcomes(ada.client, adas))).toEqual(new Set(["ok"]));
  expect(new Set(await outcomes(stranger.client, strangers))).toEqual(new Set(["ok"]));
});

const batch = z.object({ rows: z.array(z.unknown()) });
/** Decision 0082 lists them. */
const CODES = [
  ...["invalid", "unknown_kind", "unknown_version", "unknown_field", "not_entitled", "not_reviewed"],
  ...["too_many", "too_many_today", "too_large", "clock", null],
];

type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer | null };

async function ask({ method, path, headers, body }: Sent): Promise<{ status: number; text: string }> {
  const hasBody = body !== null && method !== "GET" && method !== "HEAD";
  // The copy satisfies the type checker, which requires a plain buffer.
  const init = { method, headers, ...(hasBody ? { body: new Uint8Array(body) } : {}) };
  const reply = await backend.fetch(path, init);
  return { status: reply.status, text: await reply.text() };
}

function authenticatedRequest(learner: Learner): Record<string, string> {
  return {
    apikey: backend.publishableKey,
    authorization: `Bearer ${learner.session.access_token}`,
    "content-type": "application/json",
  };
}

/** Requests by a learner. A few have odd headers, which may override the authorization. */
function calls(path: string, bodies: fc.Arbitrary<Buffer>, learner: () => Learner): fc.Arbitrary<Sent> {
  const strange = fc.tuple(oddHeaders, oddQuery, fc.constantFrom("POST", "POST", "GET", "HEAD", "PATCH"));
  const plain = fc.constant<[Record<string, string>, string, string]>([{}, "", "POST"]);
  const around = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: strange });
  return fc.tuple(bodies, around).map(([body, [odd, query, method]]) => ({
    method,
    path: `${path}${query}`,
    headers: { ...authenticatedRequest(learner()), ...odd },
    body,
    [fc.toStringMethod]: () => JSON.stringify({ method, query, odd, body: body.toString("latin1") }),
  }));
}

describe("for any request to the sync functions", {
  timeout: FUZZ_TIMEOUT_MS,
}, () => {
  it("sync_push accepts valid rows only, stores readable rows and changes no other learner's rows", async () => {
    const before = (await pull(stranger.client, 0)).rows;
    await fuzz(
      calls("/rest/v1/rpc/sync_push", batches(stranger.learner, [...adas, ...strangers]), () => ada.learner),
      async (sent) => {
        const { status, text } = await ask(sent);
        expect(status, text).toBeLessThan(500);
        expect(status).not.toBe(429);
        if (status >= 300 || sent.method === "HEAD") return;
        // JSON readers may ignore a byte order mark (RFC 8259, 8.1). The decoder and the server both do.
        const asked: unknown = JSON.parse(sent.body ? new TextDecoder().decode(sent.body) : "null");
        // PostgREST treats a list as many calls and returns a list of results.
        if (Array.isArray(asked)) return;
        const reply = pushReplySchema.parse(JSON.parse(text));
        expect(reply.user_id).toBe(ada.learner.id);
        const { rows } = batch.parse(asked);
        expect(reply.answers.length).toBe(rows.length);
        for (const [index, { code }] of reply.answers.entries()) {
          expect(CODES).toContain(code);
          // An accepted row has the fields that are read here.
          if (code === null) expectValid(rows[index] as SentRow);
        }
      },
    );
    expect((await pull(stranger.client, 0)).rows).toEqual(before);
    await expectReadable(ada);
  });

  it("sync_pull returns a valid page of the caller's own rows or an error", async () => {
    const bodies = nearlyJson({
      version: PROTOCOL_VERSION,
      cursor: 0,
      epoch: null,
      seen: 0,
      max_rows: 50,
      unsent: 3,
      refused: 1,
    });
    const path = "/rest/v1/rpc/sync_pull";
    const body = Buffer.from('{"cursor":{"toString":1}}');
    const headers = authenticatedRequest(stranger.learner);
    const examples = [
      { method: "POST", path, headers, body },
      { method: "POST", path: `${path}?id=constructor`, headers, body: Buffer.from("{}") },
    ];
    const isAnsweredWell = async (sent: Sent) => {
      const { status, text } = await ask(sent);
      expect(status, text).toBeLessThan(500);
      expect(status).not.toBe(429);
      if (status >= 300 || sent.method === "HEAD") return;
      expect(pullReplySchema.parse(JSON.parse(text)).user_id).toBe(stranger.learner.id);
    };
    await fuzz(
      calls(path, bodies, () => stranger.learner),
      isAnsweredWell,
      { examples },
    );
  });
});

/** What a new row of each kind has in the fields that only the server writes, whatever a learner sends in them. */
const SERVER_FIELDS = new Map(
  adas.map((row) => {
    const written = kindOf(row.kind)?.serverFields ?? [];
    return [
      row.kind,
      Object.fromEntries(Object.entries(row.content).filter(([name]) => written.includes(name))),
    ];
  }),
);

/** Expects a row that the learner's own device could have written. */
function expectValid({ kind, key, content, stamp }: SentRow): void {
  const definition = kindOf(kind);
  const filled = { ...content, ...SERVER_FIELDS.get(kind) };
  expect(definition?.schema().safeParse(filled).error, kind).toBeUndefined();
  expect(definition?.keyOf(content)).toBe(key);
  if (typeof definition?.join !== "function")
    expect(stamp).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/);
}

/** Expects every row to be readable on the learner's devices. */
async function expectReadable({ client }: Person): Promise<void> {
  let page: PullReply;
  let cursor = 0;
  do {
    page = await pull(client, cursor);
    cursor = page.cursor;
    for (const row of page.rows) {
      expect(kindOf(row.kind)?.schema().safeParse(row.content).error, row.kind).toBeUndefined();
      expectValid(row);
    }
  } while (page.has_more);
}
