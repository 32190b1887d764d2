import { learnerDb } from "../db/store/learnerDb.ts";
import { serverClock } from "../db/store/serverClock.ts";
import type { UserId } from "../domain/ids.ts";
import { browserEnv } from "../platform/env.ts";
import { noteLack } from "../platform/session/halfSession.ts";
import { browserSessionPorts } from "../platform/session/sessionPorts.ts";
import { userToken } from "../platform/session/userToken.ts";
import type { Backend, RoomPorts, SyncPorts } from "./ports.ts";

export function browserBackend(): Backend {
  const { supabaseUrl, publishableKey } = browserEnv();
  return { supabaseUrl, publishableKey, fetch: (input, init) => fetch(input, init) };
}

export function browserSyncPorts(userId: UserId): SyncPorts {
  const session = browserSessionPorts();
  return {
    ...browserBackend(),
    userId,
    db: learnerDb(userId),
    token: (rejected) => userToken(session, userId, rejected),
    now: Date.now,
    elapsed: () => performance.now(),
    serverClock,
    random: Math.random,
    onLack: (lack) =>
      void noteLack(userId, lack).catch((error: unknown) =>
        console.warn("What the session lacks could not be stored", error),
      ),
    after: browserTimer,
  };
}

/** Uses the Storage API. The free space is unknown in a browser that does not report it. */
export const browserRoom: RoomPorts = {
  async freeBytes() {
    const estimate = await navigator.storage?.estimate?.().catch((error: unknown) => {
      console.info("The storage estimate is unavailable", error);
    });
    if (estimate?.quota === undefined || estimate.usage === undefined) return null;
    return estimate.quota - estimate.usage;
  },
};

function browserTimer(delayMs: number, callback: () => void): () => void {
  const handle = setTimeout(callback, delayMs);
  return () => clearTimeout(handle);
}
