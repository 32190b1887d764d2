const pending = new Set<Promise<unknown>>();

/**
 * Continues work after the response. On Supabase, `waitUntil` keeps the runtime alive for it; in the embedded server it
 * simply runs, and `settleBackground` waits for it. The work must handle its own failures.
 */
export function runInBackground(work: Promise<unknown>): void {
  pending.add(work);
  void work.finally(() => pending.delete(work));
  // Defined by Supabase's runtime only; neither Node nor Deno has a type for it.
  const { EdgeRuntime } = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };
  EdgeRuntime?.waitUntil(work);
}

/** Resolves when no background work is left. Called when a server shuts down. */
export async function settleBackground(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}
