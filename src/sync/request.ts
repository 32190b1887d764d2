import { LACKS, type Lack } from "../domain/failures.ts";
import { retryAfterMs } from "./backoff.ts";
import { type Backend, type Later, later } from "./ports.ts";

/**
 * What one request came to. `refused` is the server's definite no to this very content; everything that might be
 * somebody else's answer (a captive portal, a proxy, a half-started server) is `later` (offline rules 11 and 12).
 */
export type Answer =
  | { status: "json"; body: unknown }
  | { status: "refused"; code: string }
  | { status: "unauthorized" }
  /** The session lacks something that only the learner can add. */
  | { status: "half"; lack: Lack }
  | Later;

const CONTENT_REFUSALS = [400, 413, 422];
const SERVER_FAULT_FROM = 500;

/** One request to /rest/v1 as the bearer of `token`. Never throws for what the network or the server does. */
export async function request(
  backend: Backend,
  token: string,
  path: string,
  options: { body?: unknown; signal: AbortSignal; nowMs: number },
): Promise<Answer> {
  const { body, signal, nowMs } = options;
  let response: Response;
  let text: string;
  try {
    response = await backend.fetch(`${backend.supabaseUrl}/rest/v1/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      signal,
    });
    text = await response.text();
  } catch {
    // fetch and reading the body reject for every kind of broken line, with browser-specific errors.
    return later("network");
  }
  const json = parse(text);
  if (response.ok) return json === undefined ? later("server") : { status: "json", body: json };
  if (response.status === 401) return { status: "unauthorized" };
  const asked = response.status === 403 ? askedOfSession(json) : null;
  if (asked) return asked;
  const code = refusalCode(response.status, json);
  if (code) return { status: "refused", code };
  const wait = retryAfterMs(response.headers.get("retry-after"), nowMs);
  return later(response.status >= SERVER_FAULT_FROM ? "server" : "busy", wait);
}

/** What private.require_full_session asks of the session, by its hints; null for any other 403. */
function askedOfSession(json: unknown): Answer | null {
  const hint = typeof json === "object" && json !== null && "hint" in json ? json.hint : null;
  // Whether the session may be renewed is the auth server's to say.
  if (hint === "session_ended") return { status: "unauthorized" };
  const lack = LACKS.find((each) => each === hint);
  return lack ? { status: "half", lack } : null;
}

/** 413 may come from any hop and means the same everywhere; the others only count in PostgREST's own words. */
function refusalCode(status: number, json: unknown): string | null {
  if (!CONTENT_REFUSALS.includes(status)) return null;
  if (status === 413) return "too_large";
  const isPostgrest = typeof json === "object" && json !== null && "code" in json && "message" in json;
  return isPostgrest ? String(json.code) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: a captive portal's page, or a reply cut short. The caller treats undefined as "no answer".
    return undefined;
  }
}
