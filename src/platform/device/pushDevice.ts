import type { PushDevice } from "../../domain/study/reminders.ts";
import { browserEnv } from "../env.ts";

// Separate from push.ts, because the service worker uses it too, and has no window.

/** The part of a subscription that the server needs. */
export function pushDevice(subscription: PushSubscription): PushDevice {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  // Every subscription has both (Push API, "getKey").
  if (!endpoint || !p256dh || !auth) throw new Error("The browser's subscription has no keys");
  return { endpoint, keys: { p256dh, auth } };
}

/**
 * Ends a subscription, and tells the server so. If the server cannot be reached, the browser vendor tells it at the next
 * reminder, which is then not shown.
 */
export async function endPush(subscription: PushSubscription | null): Promise<void> {
  if (!subscription) return;
  await subscription.unsubscribe();
  await tellServer({ endpoint: subscription.endpoint });
}

/** POSTs to stop-reminders, which needs no session. For pages and the service worker, which has none. */
export async function tellServer(body: { endpoint: string; replacement?: PushDevice }): Promise<void> {
  const { functionsUrl, publishableKey } = browserEnv();
  try {
    await fetch(`${functionsUrl}/stop-reminders`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: publishableKey },
      body: JSON.stringify(body),
      keepalive: true,
    });
  } catch (error) {
    console.info("The server could not be told that notifications are off here", error);
  }
}
