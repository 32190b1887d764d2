import { localStore } from "../../db/store/localStore.ts";
import { type BrowserEnv, browserEnv } from "../env.ts";

/** The external dependencies of session handling. Tests supply their own. */
export type SessionPorts = {
  env: Pick<BrowserEnv, "supabaseUrl" | "publishableKey" | "authStorageKey">;
  fetch: typeof globalThis.fetch;
  store: Storage | null;
  now(): number;
};

export function browserSessionPorts(): SessionPorts {
  return {
    env: browserEnv(),
    fetch: (input, init) => globalThis.fetch(input, init),
    store: localStore(),
    now: Date.now,
  };
}
