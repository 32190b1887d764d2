import { createECDH } from "node:crypto";
import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { PushDevice } from "../../../src/domain/study/reminders.ts";
import type { ReminderStep } from "../../../src/domain/study/reminderText.ts";
import type { FunctionsEnv } from "../env.ts";
import { Refusal } from "../http/refusal.ts";
import type { Log } from "../log.ts";

/** The push services of the browser vendors: Chrome and most others, Firefox, Safari, Edge. */
const HOSTS =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w.-]+\.notify\.windows\.com)$/;
const TIMEOUT_MS = 10_000;

/** True for an address at a browser vendor. Requests to any other address could reach servers that are not public. */
function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  return protocol === "https:" && port === "" && username === "" && password === "" && HOSTS.test(hostname);
}

/** Throws a 400 Refusal unless messages can be sent to the device: its vendor is known and its key is one. */
export async function requirePushDevice({ endpoint, keys }: PushDevice): Promise<void> {
  const refusal = new Refusal(400, "bad_request", "This browser's notifications are not supported.");
  if (!isPushService(endpoint)) throw refusal;
  const base64 = keys.p256dh.replaceAll("-", "+").replaceAll("_", "/");
  const point = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const curve = { name: "ECDH", namedCurve: "P-256" };
  await crypto.subtle.importKey("raw", point, curve, false, []).catch(() => Promise.reject(refusal));
}

/** The VAPID keys (RFC 8292), in base64url, or null when the academy sends no notifications. */
export function vapidKeys(env: FunctionsEnv): { publicKey: string; privateKey: string } | null {
  if (!env.VAPID_PRIVATE_KEY) return null;
  const text = atob(env.VAPID_PRIVATE_KEY.replaceAll("-", "+").replaceAll("_", "/"));
  const key = createECDH("prime256v1");
  // A byte array, because Deno 2.1.4 does not accept the text.
  key.setPrivateKey(Uint8Array.from(text, (each) => each.charCodeAt(0)));
  return { publicKey: key.getPublicKey("base64url"), privateKey: key.getPrivateKey("base64url") };
}

export type Device = { id: string; endpoint: string; p256dh: string; auth: string };
/** `gone`: the device has no such subscription any more. `later`: trying again may succeed. */
export type PushOutcome = "sent" | "gone" | "later" | "refused";

/**
 * Sends a reminder to one device. The vendor can read neither the text nor its length. It keeps the message for
 * `ttlSeconds` while the device is unreachable, and a newer one replaces it. `contact` is the provider's email address, for the
 * vendor.
 */
export async function sendPush(
  { env, log, contact }: { env: FunctionsEnv; log: Log; contact: string },
  device: Device,
  step: ReminderStep,
  ttlSeconds: number,
): Promise<PushOutcome> {
  const keys = vapidKeys(env);
  if (!keys || !isPushService(device.endpoint)) return "refused";
  const request = await buildPushPayload(
    { data: step, options: { ttl: ttlSeconds, topic: "study-plan", urgency: "normal" } },
    {
      endpoint: device.endpoint,
      expirationTime: null,
      keys: { p256dh: device.p256dh, auth: device.auth },
    },
    // Vendors write to this address when they see a problem.
    { ...keys, subject: `mailto:${contact}` },
  );
  const { host, pathname, search } = new URL(device.endpoint);
  const url = env.PUSH_SERVICE_URL ? `${env.PUSH_SERVICE_URL}${pathname}${search}` : device.endpoint;
  try {
    // A redirect could lead to any other server.
    const reply = await fetch(url, {
      ...request,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await reply.body?.cancel();
    if (reply.ok) return "sent";
    if (reply.status === 404 || reply.status === 410) return "gone";
    if (reply.status === 429 || reply.status >= 500) return "later";
    log.fault("push_refused", new Error(`${host} answered ${reply.status}`));
    return "refused";
  } catch (error) {
    log.info("push_service_unreachable", { host, reason: error instanceof Error ? error.name : "unknown" });
    return "later";
  }
}
