const pending = new Set<Promise<unknown>>();

/**
 * Lets work go on after the reply. On Supabase the runtime is told to stay for it; in a server of our own it simply
 * runs, and `settleBackground` waits for it. The work handles its own failures.
 */
export function runInBackground(work: Promise<unknown>): void {
  pending.add(work);
  void work.finally(() => pending.delete(work));
  // Defined by Supabase's runtime only; neither Node nor Deno has a type for it.
  const { EdgeRuntime } = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };
  EdgeRuntime?.waitUntil(work);
}

/** Resolves when no background work is left: for a server that closes down. */
export async function settleBackground(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}
