/** A cycle that is still busy then has a slow connection. What it has not confirmed is sent again after the reload. */
const LONGEST_WAIT_MS = 32_000;
const POLL_MS = 200;

/** Resolves when no sync cycle is running in this tab, at the latest after LONGEST_WAIT_MS. */
export async function waitForSync(): Promise<void> {
  const { isSyncBusy } = await import("../../sync/start.ts");
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (isSyncBusy() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
