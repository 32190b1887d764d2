import { useSyncExternalStore } from "react";
import { createStore } from "../../domain/store.ts";

/** Chromium's event (Manifest Incubations, WICG), which TypeScript's DOM library lacks. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

/** What this browser supports: its own prompt, instructions for the share sheet (iOS), or nothing. */
export type InstallOffer = "prompt" | "shareSheet" | "none";

const kept = createStore<InstallEvent | null>(null);

function keep(event: InstallEvent | null): void {
  kept.set(event);
}

/**
 * Holds back the browser's own prompt, so that it can be shown at a good moment. Call this once, as early as possible.
 */
export function holdInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    keep(event as InstallEvent); // This is the event's interface.
  });
  addEventListener("appinstalled", () => keep(null));
}

export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore(kept.subscribe, installOffer, () => "none");
}

function installOffer(): InstallOffer {
  if (kept.get()) return "prompt";
  // Safari has this property on iOS: false in a tab, true in an app on the home screen. Chromium does not fire its
  // event if the app is installed.
  const isTab = "standalone" in navigator && navigator.standalone === false;
  return isTab && navigator.maxTouchPoints > 0 ? "shareSheet" : "none";
}

/** Shows the browser's prompt, which is possible only once. True if the user installs the app. */
export async function promptInstall(): Promise<boolean> {
  const event = kept.get();
  if (!event) return false;
  keep(null);
  return (await event.prompt()).outcome === "accepted";
}
