/** What a visitor typed in this tab. It is never stored, so a reload loses it. */
let values: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

export function typedNow(): ReadonlyMap<string, string> {
  return values;
}

export function subscribeTyped(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function typed(fieldId: string, value: string): void {
  values = new Map(values).set(fieldId, value);
  for (const listener of listeners) listener();
}
