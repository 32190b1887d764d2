let holds = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  holds += by;
  for (const listener of listeners) listener();
}

/** Postpones updates because a reload would interrupt the user. Call the returned function once when that is over. */
export function holdUpdates(): () => void {
  change(+1);
  return () => change(-1);
}

/** The two halves of `useSyncExternalStore`. */
export function isHoldingUpdates(): boolean {
  return holds > 0;
}
export function subscribeToHolds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
