import type { PersistedClient } from "@tanstack/react-query-persist-client";

type Waiter = { isMet(client: PersistedClient): boolean; resolve(): void };

/** Reports what the persister has stored, because `mutate` does not wait for it. */
export function createStoredSignal() {
  const waiters = new Set<Waiter>();
  const until = (isMet: Waiter["isMet"]) =>
    new Promise<void>((resolve) => void waiters.add({ isMet, resolve }));
  return {
    notify(client: PersistedClient) {
      for (const waiter of waiters) {
        if (!waiter.isMet(client)) continue;
        waiters.delete(waiter);
        waiter.resolve();
      }
    },
    /** Resolves when a mutation with these variables is stored. */
    withMutationOf: (variables: object) =>
      until(({ clientState }) => clientState.mutations.some(({ state }) => state.variables === variables)),
    /** Resolves when the result that this query fetched after `sinceMs` is stored. */
    withQuery: (key: readonly unknown[], sinceMs: number) =>
      until(({ clientState }) =>
        clientState.queries.some(
          ({ queryKey, state }) => queryKey[0] === key[0] && state.dataUpdatedAt >= Math.floor(sinceMs),
        ),
      ),
  };
}
