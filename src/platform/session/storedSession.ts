import { isUuid, requireUserId, type UserId } from "../../domain/ids.ts";

/** The session as supabase-js stores it in localStorage. Only the fields that we need are validated. */
export type StoredSession = {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since the epoch by the device's clock (`withDeviceExpiry`). */
  expiresAtMs: number;
  /** How long the access token is valid from its issue, or Infinity if the server did not say. */
  lifetimeMs: number;
  userId: UserId;
  email: string;
  mustChangePassword: boolean;
  /** Whether the account had a role when the session came. Only for links: the database decides who may use the console. */
  isStaff: boolean;
};

type Fields = Record<string, unknown>;

/**
 * Reads the session synchronously, without a network request or a library, which supabase-js's getSession() cannot
 * guarantee.
 */
export function readStoredSession(store: Storage | null, storageKey: string): StoredSession | null {
  return parseSession(store?.getItem(storageKey) ?? null);
}

/** Null for anything that is not a complete session with a valid user id. */
export function parseSession(text: string | null): StoredSession | null {
  const session = asFields(parseJson(text));
  const user = asFields(session?.user);
  if (!session || !user) return null;
  const { access_token, refresh_token, expires_at, expires_in } = session;
  if (typeof access_token !== "string" || typeof refresh_token !== "string") return null;
  if (typeof user.id !== "string" || !isUuid(user.id)) return null;
  const lifetimeMs = typeof expires_in === "number" ? expires_in * 1000 : Number.POSITIVE_INFINITY;
  const { must_change_password, role } = asFields(user.app_metadata) ?? {};
  const expiresAtMs = typeof expires_at === "number" ? expires_at * 1000 : Date.now() + lifetimeMs;
  if (!Number.isFinite(expiresAtMs)) return null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAtMs,
    lifetimeMs,
    userId: requireUserId(user.id),
    email: typeof user.email === "string" ? user.email : "",
    mustChangePassword: must_change_password === true,
    isStaff: role === "staff" || role === "reviewer",
  };
}

/**
 * A session that has just arrived, with its expiry by the device's clock. The server states the expiry by its own clock, from
 * which the device's may differ by hours; what both agree on is how long a new token is valid.
 */
export function withDeviceExpiry(session: Fields, nowMs: number): Fields {
  const { expires_in } = session;
  if (typeof expires_in !== "number") return session;
  return { ...session, expires_at: Math.floor(nowMs / 1000) + expires_in };
}

/** Removes the session and what supabase-js stores beside it. */
export function removeStoredSession(store: Storage | null, storageKey: string): void {
  for (const key of [storageKey, `${storageKey}-user`, `${storageKey}-code-verifier`]) store?.removeItem(key);
}

export function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    // Invalid JSON counts as a missing value.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function asFields(value: unknown): Fields | null {
  // The fields of any object may be read as unknown. An array has none of the requested fields.
  return typeof value === "object" && value !== null ? (value as Fields) : null;
}
