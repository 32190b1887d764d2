import { withLock } from "../device/locks.ts";
import type { SessionPorts } from "./sessionPorts.ts";
import {
  asFields,
  parseJson,
  parseSession,
  readStoredSession,
  removeStoredSession,
  type StoredSession,
} from "./storedSession.ts";

const REFRESH_LOCK = "academy-token-refresh";
const REFRESH_TIMEOUT_MS = 15_000;
const LOCK_WAIT_MS = 20_000;

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

export type Renewal =
  | { status: "renewed"; session: StoredSession; text: string }
  | { status: "refused"; text: string }
  /** No server was reached. */
  | { status: "offline" }
  | { status: "unavailable" };

/**
 * Exchanges the refresh token only once for the whole browser: a caller that waited for the lock finds the session that
 * another tab has stored. Before this resolves, a renewed session is stored and a definitely rejected one removed.
 * `text` is the server's JSON.
 */
export function refreshSession(ports: SessionPorts, refreshToken: string): Promise<Renewal> {
  return withLock(REFRESH_LOCK, () => refreshAlone(ports, refreshToken), { waitMs: LOCK_WAIT_MS });
}

async function refreshAlone(ports: SessionPorts, refreshToken: string): Promise<Renewal> {
  const { store, env } = ports;
  const stored = readStoredSession(store, env.authStorageKey);
  // The user may have signed out while this caller waited for the lock.
  if (!stored) return { status: "unavailable" };
  if (stored.refreshToken !== refreshToken) {
    return { status: "renewed", session: stored, text: store?.getItem(env.authStorageKey) ?? "" };
  }
  const renewal = await askServer(ports, refreshToken);
  // A sign-out or another sign-in during the request must not be undone by its response.
  const isUnchanged = readStoredSession(store, env.authStorageKey)?.refreshToken === refreshToken;
  if (!isUnchanged) return { status: "unavailable" };
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
    console.info("The session could not be renewed, but the cause is likely temporary", error);
    return { status: "offline" };
  }
  const body = asFields(parseJson(text));
  if (response.ok) return renewed(body, ports.now());
  const refused = [body?.error_code, body?.code, body?.error].some((code) =>
    DEFINITE_REFUSALS.includes(code),
  );
  return refused ? { status: "refused", text } : { status: "unavailable" };
}

function renewed(body: Record<string, unknown> | null, nowMs: number): Renewal {
  if (!body) return { status: "unavailable" };
  const expires_at = body.expires_at ?? Math.floor(nowMs / 1000) + Number(body.expires_in);
  const text = JSON.stringify({ ...body, expires_at });
  const session = parseSession(text);
  return session ? { status: "renewed", session, text } : { status: "unavailable" };
}
