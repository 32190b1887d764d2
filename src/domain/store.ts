/** A value that screens and other parts of this tab follow. */
export type Store<T> = {
  get(): T;
  /** Does nothing if the value is the same. */
  set(next: T): void;
  /** Calls `listener` after each change. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
};

/** A store whose `get` and `subscribe` are the two halves of React's `useSyncExternalStore`. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
