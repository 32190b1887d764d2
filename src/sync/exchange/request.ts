import { LACKS, type Lack } from "../../domain/failures.ts";
import { anySignal } from "../../platform/anySignal.ts";
import { retryAfterMs } from "../../platform/backoff.ts";
import { type Backend, type Later, later } from "../ports.ts";

/**
 * The result of one request. `refused` means that the server definitely rejects this content. Any response that may not
 * be the real server's (a captive portal, a proxy, a half-started server) is `later` (offline rules 11 and 12).
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
/** The wait after a 429 without a Retry-After. */
const TOO_MANY_WAIT_MS = 1_000;
/**
 * The arrival of this much of a response counts as progress. Less than that may come from a connection that never ends.
 */
const PROGRESS_BYTES = 4 * 1024;

/** How long a request may go without progress. A response may take any time as long as it keeps arriving. */
export type Patience = {
  silentMs: number;
  after(delayMs: number, callback: () => void): () => void;
  onProgress(silentMs: number): void;
};

/** Sends one request to /rest/v1 with `token` as bearer token. Never throws because of the network or the server. */
export async function request(
  backend: Backend,
  token: string,
  path: string,
  options: { body?: unknown; signal: AbortSignal; nowMs: number; patience?: Patience },
): Promise<Answer> {
  const { body, nowMs, patience } = options;
  const silence = patience && limitSilence(patience);
  const signal = silence ? anySignal([options.signal, silence.signal]) : options.signal;
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
    silence?.renew();
    text = await readText(response, silence?.renew);
  } catch {
    // fetch and reading the body reject for every kind of lost connection, with browser-specific errors.
    return later("network");
  } finally {
    silence?.end();
  }
  const json = parse(text);
  if (response.ok) return json === undefined ? later("server") : { status: "json", body: json };
  if (response.status === 401) return { status: "unauthorized" };
  const lack = response.status === 403 ? askedOfSession(json) : null;
  if (lack) return lack;
  const code = refusalCode(response.status, json);
  if (code) return { status: "refused", code };
  const asked = retryAfterMs(response, nowMs);
  const wait = asked ?? (response.status === 429 ? TOO_MANY_WAIT_MS : null);
  return later(response.status >= SERVER_FAULT_FROM ? "server" : "busy", wait);
}

/** What the session lacks, from the hint of private.require_full_session. Null for any other 403. */
function askedOfSession(json: unknown): Answer | null {
  const hint = typeof json === "object" && json !== null && "hint" in json ? json.hint : null;
  // Only the auth server decides whether the session can be renewed.
  if (hint === "session_ended") return { status: "unauthorized" };
  const lack = LACKS.find((each) => each === hint);
  return lack ? { status: "half", lack } : null;
}

/** Aborts after `silentMs` without a call to `renew`. */
function limitSilence({ silentMs, after, onProgress }: Patience) {
  const controller = new AbortController();
  let cancel = () => {};
  const renew = () => {
    cancel();
    onProgress(silentMs);
    cancel = after(silentMs, () => controller.abort());
  };
  renew();
  return { signal: controller.signal, renew, end: () => cancel() };
}

async function readText(response: Response, onProgress: (() => void) | undefined): Promise<string> {
  if (!onProgress || !response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let sinceProgress = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    sinceProgress += value.length;
    if (sinceProgress < PROGRESS_BYTES) continue;
    sinceProgress = 0;
    onProgress();
  }
}

/**
 * PostgREST's own error codes and those of Postgres (SQLSTATE). A firewall that responds with JSON uses other codes.
 */
const POSTGREST_CODE = /^(PGRST[0-9A-Z]+|[0-9A-Z]{5})$/;

/** 413 means the same from any server on the way. The other statuses count only in PostgREST's format. */
function refusalCode(status: number, json: unknown): string | null {
  if (!CONTENT_REFUSALS.includes(status)) return null;
  if (status === 413) return "too_large";
  if (typeof json !== "object" || json === null || !("message" in json) || !("code" in json)) return null;
  return typeof json.code === "string" && POSTGREST_CODE.test(json.code) ? json.code : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The body is not JSON: it is a captive portal's page or a reply that was cut short. The caller treats undefined as
    // "no answer".
    return undefined;
  }
}
