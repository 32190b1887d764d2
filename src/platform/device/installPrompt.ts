import { useSyncExternalStore } from "react";
import { createStore } from "../../domain/store.ts";

/** Chromium's event (Manifest Incubations, WICG), which TypeScript's DOM library lacks. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

const kept = createStore<InstallEvent | null>(null);

function keptInstallEvent(): InstallEvent | null {
  return kept.get();
}

const subscribeInstallEvent = kept.subscribe;

function keepInstallEvent(event: InstallEvent | null): void {
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

/**
 * How the app can be installed: with the browser's own prompt, by hand in Safari on an iPhone or iPad, in another browser
 * there or on a Mac, or not at all, for example because it is installed.
 */
export type InstallOffer = "prompt" | "shareSheet" | "browserMenu" | "dock" | "none";

export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore(subscribeInstallEvent, installOffer, () => "none");
}

function installOffer(): InstallOffer {
  if (keptInstallEvent()) return "prompt";
  // Chromium does not fire its event if the app is installed.
  if (!isSafariTab()) return "none";
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  if (navigator.maxTouchPoints === 0) return "dock";
  return OTHER_ON_IOS.test(navigator.userAgent) ? "browserMenu" : "shareSheet";
}

/** Chrome, Firefox, Edge, Opera and others name themselves; the browsers inside other apps do not mention Safari. */
const OTHER_ON_IOS = /CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|Brave|GSA\/|^(?!.*Safari)/;

/**
 * True in a tab of Safari, and of any browser on an iPhone or iPad that uses Safari's engine. False in the installed app.
 */
export function isSafariTab(): boolean {
  const { vendor, userAgent } = navigator;
  // WebKit on Linux has the same vendor.
  if (!vendor.startsWith("Apple") || !userAgent.includes("Mac OS X")) return false;
  const isInstalled = "standalone" in navigator && navigator.standalone === true;
  return !isInstalled && !matchMedia("(display-mode: standalone)").matches;
}

const STEPS: Record<Exclude<InstallOffer, "prompt" | "none">, string> = {
  shareSheet:
    "Tap Share (a square with an arrow pointing up; on newer versions it is in the menu with three dots), then “Add to Home Screen”.",
  browserMenu:
    "Open the menu of this browser, then Share (a square with an arrow pointing up), then “Add to Home Screen”. If you cannot find it, open this page in Safari.",
  dock: "In the menu bar, choose File, then “Add to Dock” (macOS Sonoma or later).",
};

/** How to install the app by hand; null where the browser has its own prompt or no way to. */
export function installSteps(offer: InstallOffer): string | null {
  return offer === "prompt" || offer === "none" ? null : STEPS[offer];
}

/** Shows the browser's prompt, which is possible only once. True if the user installs the app. */
export async function promptInstall(): Promise<boolean> {
  const event = keptInstallEvent();
  if (!event) return false;
  keepInstallEvent(null);
  return (await event.prompt()).outcome === "accepted";
}
