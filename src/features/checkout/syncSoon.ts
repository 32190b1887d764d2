/** Pulls what a payment has just granted. The sync is loaded on demand, so no payment page waits for it. */
export async function syncSoon(): Promise<void> {
  const { syncNow } = await import("../../sync/start.ts");
  await syncNow("payment");
}
