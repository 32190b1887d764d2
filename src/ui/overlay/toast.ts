import { createStore } from "../../domain/store.ts";

export type ToastVariant = "default" | "destructive";
export type Toast = {
  id: number;
  /** What the message is about. A message replaces an earlier one with the same cause. */
  cause: string;
  title: string;
  description?: string;
  variant: ToastVariant;
};

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

function publish(next: readonly Toast[]): void {
  toasts.set(next);
}

/**
 * Shows a short message that needs no answer. It can be called from anywhere, even outside React. Without a `cause` a
 * message replaces only its own duplicate.
 */
export function toast(message: {
  title: string;
  description?: string;
  variant?: ToastVariant;
  cause?: string;
}): void {
  const cause = message.cause ?? [message.title, message.description].join("\n");
  const others = currentToasts().filter((each) => each.cause !== cause);
  publish([...others, { variant: "default", ...message, cause, id: nextId++ }]);
}

/**
 * Removes failures that no longer apply: those with this cause or, without a cause, all of them, because the user has
 * left the page.
 */
export function dismissFailures(cause?: string): void {
  const left = currentToasts().filter(
    (each) => each.variant !== "destructive" || (cause !== undefined && each.cause !== cause),
  );
  if (left.length < currentToasts().length) publish(left);
}

export function dismissToast(id: number): void {
  publish(currentToasts().filter((each) => each.id !== id));
}

/** The two halves of `useSyncExternalStore`. */
export const subscribeToToasts = toasts.subscribe;
export function currentToasts(): readonly Toast[] {
  return toasts.get();
}
