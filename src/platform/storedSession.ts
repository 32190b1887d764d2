import { isUuid, requireUserId, type UserId } from "../domain/ids.ts";

/** The session as supabase-js keeps it in localStorage; only what we need is checked. */
export type StoredSession = {
  accessToken: string;
  refreshToken: string;
  /** Ms since the epoch, by the server's word. */
  expiresAtMs: number;
  userId: UserId;
  email: string;
  mustChangePassword: boolean;
};

type Fields = Record<string, unknown>;

/** Reads without a network, a library or a wait, which supabase-js's getSession() cannot promise (docs: parts). */
export function readStoredSession(store: Storage | null, storageKey: string): StoredSession | null {
  return parseSession(store?.getItem(storageKey) ?? null);
}

/** Null for anything that is not a whole session of a known user. */
export function parseSession(text: string | null): StoredSession | null {
  const session = asFields(parseJson(text));
  const user = asFields(session?.user);
  if (!session || !user) return null;
  const { access_token, refresh_token, expires_at, expires_in } = session;
  if (typeof access_token !== "string" || typeof refresh_token !== "string") return null;
  if (typeof user.id !== "string" || !isUuid(user.id)) return null;
  const expiresAtSeconds =
    typeof expires_at === "number" ? expires_at : Date.now() / 1000 + Number(expires_in);
  if (!Number.isFinite(expiresAtSeconds)) return null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAtMs: expiresAtSeconds * 1000,
    userId: requireUserId(user.id),
    email: typeof user.email === "string" ? user.email : "",
    mustChangePassword: asFields(user.app_metadata)?.must_change_password === true,
  };
}

/** Removes the session and what supabase-js keeps beside it. */
export function removeStoredSession(store: Storage | null, storageKey: string): void {
  for (const key of [storageKey, `${storageKey}-user`, `${storageKey}-code-verifier`]) store?.removeItem(key);
}

export function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    // Not JSON is an answer too: the callers treat it as "no such thing".
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function asFields(value: unknown): Fields | null {
  // An object's fields may be read as unknown; arrays carry none of the names asked for.
  return typeof value === "object" && value !== null ? (value as Fields) : null;
}
