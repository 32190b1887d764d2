import { learnerDb } from "../db/learnerDb.ts";
import { newStamp } from "../db/stamp.ts";
import type { UserId } from "../domain/ids.ts";
import { browserEnv } from "../platform/env.ts";
import { noteLack } from "../platform/halfSession.ts";
import { browserSessionPorts } from "../platform/sessionPorts.ts";
import { userToken } from "../platform/userToken.ts";
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
    random: Math.random,
    stamp: newStamp,
    onLack: (lack) =>
      void noteLack(userId, lack).catch((error: unknown) =>
        console.warn("What the session lacks could not be noted on this device", error),
      ),
    after: browserTimer,
  };
}

/** Storage API; a browser without it tells nothing and promises nothing. */
export const browserRoom: RoomPorts = {
  async freeBytes() {
    const estimate = await navigator.storage?.estimate?.().catch((error: unknown) => {
      console.info("The browser does not say how much room there is", error);
    });
    if (estimate?.quota === undefined || estimate.usage === undefined) return null;
    return estimate.quota - estimate.usage;
  },
};

function browserTimer(delayMs: number, callback: () => void): () => void {
  const handle = setTimeout(callback, delayMs);
  return () => clearTimeout(handle);
}
