import { backoffMs, retryAfterMs } from "../backoff.ts";
import { withLock } from "../device/locks.ts";
import type { SessionPorts } from "./sessionPorts.ts";
import {
  asFields,
  parseJson,
  parseSession,
  readStoredSession,
  removeStoredSession,
  type StoredSession,
  withDeviceExpiry,
} from "./storedSession.ts";

const REFRESH_LOCK = "academy-token-refresh";
const REFRESH_TIMEOUT_MS = 15_000;
const LOCK_WAIT_MS = 20_000;
/** Spec §8. */
const LIKELY_TEMPORARY = "The session could not be renewed, but the cause is likely temporary";

/**
 * Errors after which a refresh token can never work again (Supabase Auth error codes; `invalid_grant` is the older
 * OAuth form). Any other error may come from a faulty network or a captive portal and proves nothing.
 */
const DEFINITE_REFUSALS: readonly unknown[] = [
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_not_found",
  "user_banned",
  "invalid_grant",
];

/** `text` is what the server sent. */
export type Renewal =
  | { status: "renewed"; session: StoredSession; text: string }
  | { status: "refused"; text: string }
  /** A server answered, but neither renewed nor rejected the session. */
  | { status: "unavailable"; text: string }
  /** No answer came. */
  | { status: "offline" };

const CHANGED: Renewal = { status: "unavailable", text: "" };
/** No more often than this, neither after a success nor, in the end, after failures. */
const AGAIN_AFTER_MS = 60_000;

/**
 * The last answer to this page, about the session with this refresh token. `text` is null after a success. `againAtMs` is on
 * the clock of performance.now(), which cannot be set.
 */
let last: { refreshToken: string; text: string | null; failures: number; againAtMs: number } | null = null;

type Options = {
  /** True if the session has just changed on the server. Otherwise a session that was just renewed is not renewed again. */
  hasChanged: boolean;
};

/**
 * Exchanges the refresh token only once for the whole browser: a caller that waited for the lock finds the session that
 * another tab has stored. Before this resolves, a renewed session is stored and a definitely rejected one removed. Soon after
 * another answer, the server is not asked.
 */
export function refreshSession(
  ports: SessionPorts,
  refreshToken: string,
  options: Options = { hasChanged: false },
): Promise<Renewal> {
  return withLock(REFRESH_LOCK, () => refreshAlone(ports, refreshToken, options), { waitMs: LOCK_WAIT_MS });
}

async function refreshAlone(
  ports: SessionPorts,
  refreshToken: string,
  { hasChanged }: Options,
): Promise<Renewal> {
  const { store, env } = ports;
  const stored = readStoredSession(store, env.authStorageKey);
  // The user may have signed out while this caller waited for the lock.
  if (!stored) return CHANGED;
  const asStored: Renewal = {
    status: "renewed",
    session: stored,
    text: store?.getItem(env.authStorageKey) ?? "",
  };
  if (stored.refreshToken !== refreshToken) return asStored;
  const isSoon = last?.refreshToken === refreshToken && performance.now() < last.againAtMs;
  if (last && isSoon && last.text !== null) return { status: "unavailable", text: last.text };
  if (isSoon && !hasChanged) return asStored;
  const renewal = await askServer(ports, refreshToken);
  // A sign-out or another sign-in during the request must not be undone by its response.
  const isUnchanged = readStoredSession(store, env.authStorageKey)?.refreshToken === refreshToken;
  if (!isUnchanged) return CHANGED;
  if (renewal.status === "renewed") store?.setItem(env.authStorageKey, renewal.text);
  if (renewal.status === "refused") removeStoredSession(store, env.authStorageKey);
  return renewal;
}

async function askServer(ports: SessionPorts, refreshToken: string): Promise<Renewal> {
  let response: Response;
  let text: string;
  try {
    response = await ports.fetch(`${ports.env.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: ports.env.publishableKey },
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    // fetch rejects for every kind of unreachable network, with browser-specific errors. All of them are temporary.
    console.info(LIKELY_TEMPORARY, error);
    return { status: "offline" };
  }
  const body = asFields(parseJson(text));
  const renewed = response.ok && body ? JSON.stringify(withDeviceExpiry(body, ports.now())) : null;
  const session = parseSession(renewed);
  if (renewed && session) {
    const againAtMs = performance.now() + AGAIN_AFTER_MS;
    last = { refreshToken: session.refreshToken, text: null, failures: 0, againAtMs };
    return { status: "renewed", session, text: renewed };
  }
  const isRefused = [body?.error_code, body?.code, body?.error].some((code) =>
    DEFINITE_REFUSALS.includes(code),
  );
  if (isRefused) return { status: "refused", text };
  console.info(LIKELY_TEMPORARY, `HTTP ${response.status}`);
  const failures = last?.refreshToken === refreshToken ? last.failures + 1 : 1;
  const delayMs = Math.min(AGAIN_AFTER_MS, backoffMs(failures, Math.random));
  const againAtMs = performance.now() + Math.max(delayMs, retryAfterMs(response, ports.now()) ?? 0);
  last = { refreshToken, text, failures, againAtMs };
  return { status: "unavailable", text };
}
