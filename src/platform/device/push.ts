import type { PushDevice } from "../../domain/study/reminders.ts";
import { pushDevice } from "./pushDevice.ts";

/**
 * Whether this browser can show notifications: `ready` includes browsers in which the user has not decided yet. `denied`:
 * the user has blocked them. `needsInstall`: iPhone and iPad show them only for apps on the home screen.
 */
export type PushSupport = "ready" | "denied" | "needsInstall" | "unsupported";

export function pushSupport(): PushSupport {
  // Safari has this property on iOS: false in a tab, true in an app on the home screen.
  if ("standalone" in navigator && navigator.standalone === false && navigator.maxTouchPoints > 0)
    return "needsInstall";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

/** The subscription of this browser, or null. */
export async function currentPush(): Promise<PushSubscription | null> {
  if (pushSupport() !== "ready") return null;
  // Not `ready`, which never resolves on a page without a worker.
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission if it has not been given, and subscribes this browser with the academy's key. Call this only after
 * the user has asked for notifications. Null if the user refuses. Rejects when the browser cannot subscribe, for example
 * without a connection.
 */
export async function subscribeToPush(publicKey: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error("The service worker is not installed");
  const { pushManager } = registration;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const existing = await pushManager.getSubscription();
  // A browser keeps one subscription, and refuses another key until it has ended.
  if (existing && keyOf(existing) !== publicKey) await existing.unsubscribe();
  return pushDevice(await pushManager.subscribe(options));
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
