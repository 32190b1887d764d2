export type ToastVariant = "default" | "destructive";
export type Toast = { id: number; title: string; description?: string; variant: ToastVariant };

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a short message that does not ask for an answer. Callable from anywhere, also outside React. */
export function toast(message: { title: string; description?: string; variant?: ToastVariant }): void {
  publish([...toasts, { variant: "default", ...message, id: nextId++ }]);
}

export function dismissToast(id: number): void {
  publish(toasts.filter((each) => each.id !== id));
}

/** The two halves of `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export function currentToasts(): readonly Toast[] {
  return toasts;
}
