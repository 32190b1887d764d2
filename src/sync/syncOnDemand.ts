import { loadCode } from "../platform/loadCode.ts";

/**
 * Like `syncNow` of triggers.ts, for a page that must not wait for the code of the sync. Rejects if that cannot be loaded.
 */
export async function syncNow(urgency?: "asked" | "now"): Promise<void> {
  const sync = await loadCode(() => import("./triggers.ts"));
  await sync.syncNow(urgency);
}
