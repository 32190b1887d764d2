import { addressBlock, createBudget } from "@academy/local-supabase";
import type { Context, MiddlewareHandler } from "hono";

const MIB = 1024 * 1024;
/** Room for six uploads of the largest student ID from one address. */
const MAX_HELD_BYTES = { each: 32 * MIB, total: 128 * MIB };
/** Long enough for the largest body over a slow phone connection. */
const BODY_TIMEOUT_MS = 60_000;

/**
 * Bounds the bodies that are in memory while requests are received and answered, for each network address and in total, and
 * the time that one may take to arrive. Each handler has a limit for a single body.
 */
export function heldBodies(
  /** Null if the body is not to be counted. */
  addressOf: (c: Context) => string | null,
  timeoutMs: number = BODY_TIMEOUT_MS,
): MiddlewareHandler {
  const budget = createBudget(MAX_HELD_BYTES);
  return async (c, next) => {
    const { url, method, headers, body, signal } = c.req.raw;
    if (!body) return next();
    const sender = addressOf(c);
    if (sender === null) return next();
    const address = addressBlock(sender);
    let held = 0;
    let hasArrived = false;
    let isRefused = false;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!budget.take(address, chunk.byteLength)) {
          isRefused = true;
          controller.error(new Error("Too many request bodies are being received."));
          return;
        }
        held += chunk.byteLength;
        controller.enqueue(chunk);
      },
      flush() {
        hasArrived = true;
      },
    });
    const ended = AbortSignal.timeout(timeoutMs);
    const stream = body.pipeThrough(counted, { signal: ended });
    // fetch requires `duplex` for a streamed body, but its types lack it.
    c.req.raw = new Request(url, { method, headers, body: stream, signal, duplex: "half" } as RequestInit);
    try {
      await next();
    } finally {
      budget.giveBack(address, held);
    }
    // The handler has seen an interrupted body.
    if (isRefused) c.res = refuse(503, "The server is busy. Please try again.", { "Retry-After": "2" });
    else if (ended.aborted && !hasArrived && !c.res.ok)
      c.res = refuse(408, "The request took too long to arrive.");
  };
}

function refuse(status: 408 | 503, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message, error: message }, { status, headers });
}
