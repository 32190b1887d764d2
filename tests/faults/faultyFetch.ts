import { PROTOCOL_VERSION, type PullReply, type PushReply } from "../../src/entities/messages.ts";
import type { SentRow } from "../../src/entities/row.ts";
import type { ModelServer } from "./modelServer.ts";

/** What can happen to one request between a device and the server. */
export type Fault =
  | "none"
  | "dropBefore"
  | "dropAfter"
  | "duplicate"
  | "truncate"
  | "captivePortal"
  | "otherUser"
  | "missingResult"
  | "stall"
  /** The server's own error, or with `isPage` the page of a proxy or firewall in between. */
  | { status: number; headers?: Record<string, string>; isPage?: boolean }
  /** A slow uplink. */
  | { bytesPerSecond: number };

/** How a request advances the clock of its device. */
export type ModelInit = { pass?: (ms: number, signal: AbortSignal | null | undefined) => void };

const json = (body: unknown, init?: ResponseInit) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" }, ...init });

export type Sent = { path: string; body: unknown; token: string };

/**
 * A fetch that reaches the model server through an unreliable connection. `next` is called as each
 * request is sent and returns the fault to inject. The model server expects the user's id as the token.
 */
export function faultyFetch(server: ModelServer, next: (sent: Sent) => Fault | Promise<Fault>): typeof fetch {
  return async (input, init) => {
    const path = new URL(String(input)).pathname.replace("/rest/v1/", "");
    const token = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? "";
    const body: unknown = JSON.parse(String(init?.body ?? "null"));
    const sent: Sent = { path, body, token };
    const fault = await next(sent);

    if (fault === "dropBefore") throw new TypeError("connection lost");
    const { pass } = (init ?? {}) as ModelInit; // added by makeDevice() in device.ts
    if (fault === "stall") return stalled(init?.signal, pass);
    if (typeof fault === "object" && "bytesPerSecond" in fault) {
      pass?.((Buffer.byteLength(String(init?.body ?? "")) / fault.bytesPerSecond) * 1000, init?.signal);
      if (init?.signal?.aborted) throw new DOMException("aborted", "AbortError");
      return json(answer(server, sent));
    }
    if (fault === "captivePortal") return new Response("<html>Welcome to the train</html>", { status: 200 });
    if (typeof fault === "object" && fault.isPage) return new Response("<html>Blocked</html>", fault);
    if (typeof fault === "object") return json({ code: "P0001", message: "refused" }, fault);

    if (fault === "otherUser") return json(confirmationForSomebodyElse(sent));

    if (fault === "duplicate") answer(server, sent);
    const reply = answer(server, sent);
    if (fault === "dropAfter") throw new TypeError("connection lost");
    if (fault === "truncate") return new Response(JSON.stringify(reply).slice(0, -7));
    if (fault === "missingResult" && "answers" in reply) {
      return json({ ...reply, answers: reply.answers.slice(1) });
    }
    return json(reply);
  };
}

function answer(server: ModelServer, { path, body, token }: Sent) {
  // The engine under test made this body. A malformed one fails the test here.
  const message = body as {
    version: number;
    rows: SentRow[];
    cursor: number;
    seen: number;
    epoch: string | null;
    max_rows: number;
  };
  if (message.version !== PROTOCOL_VERSION) throw new Error("the request names another version");
  if (path === "rpc/sync_push") return server.push(token, message.rows);
  if (path === "rpc/sync_pull") return server.pull(token, message, message.max_rows);
  throw new Error(`the model server has no ${path}`);
}

/** What a misconfigured cache might serve: a successful response that was meant for another learner. */
function confirmationForSomebodyElse({ body }: Sent) {
  const { rows = [] } = body as { rows?: SentRow[] }; // as in answer()
  // Complete, because a reply that lacks a field would be refused for that reason, whomever it names.
  return {
    rev: 99,
    user_id: "00000000-0000-4000-8000-000000000000",
    epoch: "00000000-0000-4000-8000-00000000000e",
    time: 0,
    limit: 0,
    registered_at: "2026-01-01T00:00:00Z",
    enrolled_at: null,
    answers: rows.map(({ kind, key }) => ({ kind, key, code: null })),
    cursor: 99,
    has_more: false,
    rows: [],
  } satisfies PushReply & PullReply;
}

/** A request that is never answered. Only the caller's signal ends it. */
function stalled(signal: AbortSignal | null | undefined, pass: ModelInit["pass"]): Promise<Response> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DOMException("aborted", "AbortError"));
    signal?.addEventListener("abort", fail);
    if (signal?.aborted) fail();
    pass?.(Number.POSITIVE_INFINITY, signal);
  });
}
