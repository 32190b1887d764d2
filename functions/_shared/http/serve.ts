import { createAdminClient } from "@supabase/server/core";
import type { FailureBody } from "../../../src/domain/failures.ts";
import type { Admin } from "../database.ts";
import { type FunctionsEnv, functionsEnv } from "../env.ts";
import { acceptRequestId, createLog, type Log } from "../log.ts";
import { sha256Hex } from "../random.ts";
import { callerAddress } from "./callerAddress.ts";
import { corsHeaders, PUBLIC_CORS } from "./cors.ts";
import { enforceRateLimit, type RateLimit } from "./rateLimit.ts";
import { Refusal } from "./refusal.ts";

/** The context of a handler. `admin` is a service-role client for the database and auth. */
export type Call = { request: Request; env: FunctionsEnv; admin: Admin; log: Log; requestId: string };

type Options = {
  name: string;
  /** Null for callers that authenticate with a signature or the secret key. */
  rateLimit: RateLimit | null;
  /** Added to the body of every failure, for functions that report success in a field. */
  failureFields?: Record<string, unknown>;
} & (
  | { method: "POST" }
  /**
   * Public, for pages on any origin. `cache` is the Cache-Control header of a successful response, which also gets an
   * ETag.
   */
  | { method: "GET"; cache: string }
);

const OUR_FAULT = "Something went wrong on our side. Please try again.";

/**
 * Turns a handler into a server function, which its module exports as `default`: with request id, CORS, method check, rate
 * limit, one shape for all failures and one log line per request. A handler returns JSON data or a response, or throws a Refusal; anything else thrown
 * becomes a 500 with a generic message.
 */
export function serveFunction(options: Options, handler: (call: Call) => Promise<unknown>) {
  return { fetch: serve };

  async function serve(request: Request): Promise<Response> {
    const startedAt = performance.now();
    const requestId = acceptRequestId(request.headers.get("x-request-id"));
    const log = createLog({ source: options.name, requestId });
    let reply: Response;
    let code: string | undefined;
    let env: FunctionsEnv | undefined;
    try {
      env = functionsEnv();
      reply = await answer({ request, env, log, requestId });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, "internal", OUR_FAULT);
      if (refusal !== error) log.fault("bug", error);
      code = refusal.code;
      const body: FailureBody = { error: refusal.message, code: refusal.code, requestId };
      reply = Response.json(
        { ...options.failureFields, ...body },
        { status: refusal.status, headers: refusal.headers },
      );
    }
    const ms = Math.round(performance.now() - startedAt);
    log.info("request", { method: request.method, status: reply.status, code, ms });
    reply.headers.set("x-request-id", requestId);
    const isCacheable = options.method === "GET" && reply.headers.has("etag");
    reply.headers.set("cache-control", isCacheable ? options.cache : "no-store");
    for (const [name, value] of Object.entries(crossOrigin(request, env))) reply.headers.set(name, value);
    return reply;
  }

  function crossOrigin(request: Request, env: FunctionsEnv | undefined): Record<string, string> {
    if (options.method === "GET") return PUBLIC_CORS;
    // Without a valid configuration no origin is allowed, so a page cannot read this failure.
    return env ? corsHeaders(request, env, options.method) : {};
  }

  async function answer(call: Omit<Call, "admin">): Promise<Response> {
    const { request } = call;
    if (request.method === "OPTIONS") return new Response(null, { status: 204 });
    // Many uptime monitors send HEAD. The runtime omits the body (RFC 9110 §9.3.2).
    const method = options.method === "GET" && request.method === "HEAD" ? "GET" : request.method;
    if (method !== options.method) {
      throw new Refusal(405, "method_not_allowed", `Use ${options.method}.`, { allow: options.method });
    }
    const admin = adminFor(call);
    if (options.rateLimit) await enforceRateLimit({ ...call, admin }, options.name, options.rateLimit);
    const data = await handler({ ...call, admin });
    if (data instanceof Response) return data;
    return options.method === "GET" ? jsonOrNotModified(request, data) : Response.json(data);
  }
}

/**
 * A client that states for whom it acts, so that the limits of the auth server and of the embedded database for a network
 * address are those of the caller (https://supabase.com/docs/guides/auth/rate-limits).
 */
function adminFor({ request, env }: Pick<Call, "request" | "env">): Admin {
  const { address } = callerAddress(request.headers, env);
  const headers: Record<string, string> = address === null ? {} : { "sb-forwarded-for": address };
  return createAdminClient({ supabaseOptions: { global: { headers } } });
}

/**
 * Returns `data` as JSON with an ETag computed from its text, or 304 if the caller already has that text. The
 * comparison is weak (RFC 9110 §13.1.2), because proxies that compress the response weaken our tag.
 */
async function jsonOrNotModified(request: Request, data: unknown): Promise<Response> {
  const text = JSON.stringify(data);
  const etag = `"${await sha256Hex(text)}"`;
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*"))
    return new Response(null, { status: 304, headers: { etag } });
  return new Response(text, { headers: { etag, "content-type": "application/json" } });
}
