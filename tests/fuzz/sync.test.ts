import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { opSchema, type PullReply, pullReplySchema, pushReplySchema } from "../../src/entities/protocol.ts";
import { type Learner, withBackend } from "../support/backend.ts";
import { publishLesson } from "../support/lessons.ts";
import { LONG_AGO, noteOp, placeOp, progressOp, pull, push, workbookOp } from "../support/ops.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { nearlyJson, oddHeaders, oddQuery } from "./oddInputs.ts";
import { batches } from "./ops.ts";

const backend = withBackend();

async function enrolled() {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  return { learner, client: await backend.clientFor(learner) };
}
type Person = Awaited<ReturnType<typeof enrolled>>;

let ada: Person;
let stranger: Person;
beforeAll(async () => {
  await publishLesson(backend, "1");
  [ada, stranger] = [await enrolled(), await enrolled()];
  for (const { client } of [ada, stranger]) {
    await push(client, [
      progressOp("1"),
      workbookOp("l03-prompt", "Mine."),
      noteOp("3", "Mine."),
      placeOp("3", 2),
    ]);
  }
});

const batch = z.object({ ops: z.array(z.unknown()) });

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
  it("sync_push accepts valid ops only, stores readable rows and changes no other learner's rows", async () => {
    const before = await pull(stranger.client, 0);
    await fuzz(
      calls("/rest/v1/rpc/sync_push", batches(stranger.learner), () => ada.learner),
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
        const { ops } = batch.parse(asked);
        expect(reply.results.length).toBe(ops.length);
        for (const [index, result] of reply.results.entries()) {
          if (result.status === "ok") expect(opSchema.safeParse(ops[index]).error).toBeUndefined();
        }
      },
    );
    expect(await pull(stranger.client, 0)).toEqual(before);
    await expectReadable(ada);
  });

  it("sync_pull returns a valid page of the caller's own rows or an error", async () => {
    const bodies = nearlyJson({ cursor: 0, max_rows: 50, unsent: 3, refused: 1 });
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

/** Expects every row to be one that the learner's own device could have written. */
async function expectReadable({ client }: Person): Promise<void> {
  let page: PullReply;
  let cursor = 0;
  do {
    page = await pull(client, cursor);
    cursor = page.cursor;
    for (const { op_id, rev: _, ...payload } of page.rows.workbook_fields) {
      opSchema.parse({ op_id, type: "workbook", v: 1, client_at: LONG_AGO, payload });
    }
    for (const { op_id, rev: _, ...payload } of page.rows.lesson_notes) {
      opSchema.parse({ op_id, type: "note", v: 1, client_at: LONG_AGO, payload });
    }
    for (const { op_id, rev: _, ...payload } of page.rows.lesson_places) {
      opSchema.parse({ op_id, type: "place", v: 1, client_at: LONG_AGO, payload });
    }
    for (const { answers, score, passed } of page.rows.quiz_attempts) {
      expect([answers.length, passed]).toEqual([5, score >= 80]);
    }
  } while (page.has_more);
}
