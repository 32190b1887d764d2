import { useSyncExternalStore } from "react";

/** Chromium's event (Manifest Incubations, WICG), which TypeScript's DOM library does not know. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

/** What this browser lets us offer: its own prompt, words about the share sheet (iOS), or nothing. */
export type InstallOffer = "prompt" | "shareSheet" | "none";

let kept: InstallEvent | null = null;
const listeners = new Set<() => void>();

function keep(event: InstallEvent | null): void {
  kept = event;
  for (const listener of listeners) listener();
}

/** Holds the browser's own invitation back until a good moment. Call once, as early as can be. */
export function holdInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    keep(event as InstallEvent); // this is the event's interface
  });
  addEventListener("appinstalled", () => keep(null));
}

export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    installOffer,
    () => "none",
  );
}

function installOffer(): InstallOffer {
  if (kept) return "prompt";
  // Safari has the property on iOS: false in a tab, true in what was added to the home screen. Chromium keeps its
  // event back where the app is installed.
  const isTab = "standalone" in navigator && navigator.standalone === false;
  return isTab && navigator.maxTouchPoints > 0 ? "shareSheet" : "none";
}

/** Shows the browser's prompt, which it allows once. True when the person installs. */
export async function promptInstall(): Promise<boolean> {
  const event = kept;
  if (!event) return false;
  keep(null);
  return (await event.prompt()).outcome === "accepted";
}
