import { createStore } from "../../domain/store.ts";

/** Chromium's event (Manifest Incubations, WICG), which TypeScript's DOM library lacks. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

const kept = createStore<InstallEvent | null>(null);

export function keptInstallEvent(): InstallEvent | null {
  return kept.get();
}

export const subscribeInstallEvent = kept.subscribe;

export function keepInstallEvent(event: InstallEvent | null): void {
  kept.set(event);
}

/**
 * Holds back the browser's own prompt, so that it can be shown at a good moment. Call this once, as early as possible.
 */
export function holdInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    keepInstallEvent(event as InstallEvent); // This is the event's interface.
  });
  addEventListener("appinstalled", () => keepInstallEvent(null));
}
