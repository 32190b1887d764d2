/** Fetches what a payment has just granted. The sync's code is loaded on use: no payment page waits for it. */
export async function syncSoon(): Promise<void> {
  const { syncNow } = await import("../../sync/start.ts");
  await syncNow("payment");
}
