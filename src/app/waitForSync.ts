/** A sync cycle is aborted after 30 s, so whatever is still busy then has stalled and is sent again later. */
const LONGEST_CYCLE_MS = 32_000;
const POLL_MS = 200;

/** Resolves when no sync cycle is running in this tab, at the latest after one cycle's longest time. */
export async function waitForSync(): Promise<void> {
  const { isSyncBusy } = await import("../sync/start.ts");
  const deadline = Date.now() + LONGEST_CYCLE_MS;
  while (isSyncBusy() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
