import type { UserId } from "../../domain/ids.ts";
import { refreshSession } from "./refreshSession.ts";
import type { SessionPorts } from "./sessionPorts.ts";
import { readStoredSession } from "./storedSession.ts";

/** A token that is this close to its expiry might expire during the request. */
const EXPIRY_MARGIN_MS = 30_000;

/**
 * `signedOut`: the server no longer accepts this session, so the user must sign in again. `offline`: no answer came.
 * `unavailable`: a server answered, but without a new token.
 */
export type TokenResult =
  | { status: "ok"; token: string }
  | { status: "signedOut" }
  | { status: "offline" }
  | { status: "unavailable" };

/**
 * A valid access token of exactly this user, renewed if necessary; never another user's token or the public key
 * (offline rule 15). `rejected` is a token that the server has just rejected: it is renewed whatever the device's clock
 * says.
 */
export async function userToken(
  ports: SessionPorts,
  userId: UserId,
  rejected?: string,
): Promise<TokenResult> {
  const stored = readStoredSession(ports.store, ports.env.authStorageKey);
  if (stored?.userId !== userId) return { status: "signedOut" };
  const leftMs = stored.expiresAtMs - ports.now();
  // A token with more time left than it was issued with shows that the device's clock was set back.
  const isFresh = leftMs > EXPIRY_MARGIN_MS && leftMs <= stored.lifetimeMs + EXPIRY_MARGIN_MS;
  if (isFresh && stored.accessToken !== rejected) return { status: "ok", token: stored.accessToken };
  const renewal = await refreshSession(ports, stored.refreshToken);
  switch (renewal.status) {
    case "renewed":
      if (renewal.session.userId !== userId) return { status: "signedOut" };
      if (renewal.session.accessToken === rejected) return { status: "unavailable" };
      return { status: "ok", token: renewal.session.accessToken };
    case "refused":
      return { status: "signedOut" };
    case "offline":
    case "unavailable":
      return { status: renewal.status };
  }
}
