import { createECDH, createPublicKey, type ECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decrypt } from "http_ece";
import { jwtVerify } from "jose";
import type { PushDevice } from "../../../src/domain/study/reminders.ts";

/** A message that the service accepted, as the device reads it. */
type PushedMessage = { endpoint: string; headers: Record<string, unknown>; data: unknown };
export type PushService = {
  /** For PUSH_SERVICE_URL. */
  url: string;
  /** Gives a new browser a subscription, as `PushManager.subscribe()` does. */
  subscribe(): PushDevice;
  messages: PushedMessage[];
  /** Makes the service answer a device with this status instead. */
  fail(device: PushDevice, status: number): void;
  close(): void;
};

const VENDOR = "https://fcm.googleapis.com";

/**
 * A push service (RFC 8030) on this machine, with the vendor's addresses. It accepts only requests that are signed for
 * the vendor (RFC 8292), and decrypts each message with the device's private key (RFC 8291), by another library than
 * the one that encrypts it.
 */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { key: ECDH; auth: Buffer; status?: number }>();
  const messages: PushedMessage[] = [];
  const server = createServer(async (request, response) => {
    const endpoint = `${VENDOR}${request.url}`;
    const device = devices.get(endpoint);
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status: number) => response.writeHead(status).end();
    if (!device) return answer(404);
    if (device.status) return answer(device.status);
    if (!(await isSigned(request.headers.authorization ?? ""))) return answer(403);
    const body = Buffer.concat(chunks);
    const plain = decrypt(body, {
      version: "aes128gcm",
      privateKey: device.key,
      authSecret: device.auth.toString("base64url"),
    });
    messages.push({ endpoint, headers: request.headers, data: JSON.parse(plain.toString()) });
    return answer(201);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    subscribe() {
      const endpoint = `${VENDOR}/fcm/send/${randomBytes(12).toString("base64url")}`;
      const key = createECDH("prime256v1");
      key.generateKeys();
      const auth = randomBytes(16);
      devices.set(endpoint, { key, auth });
      return {
        endpoint,
        keys: { p256dh: key.getPublicKey("base64url"), auth: auth.toString("base64url") },
      };
    },
    fail({ endpoint }, status) {
      const device = devices.get(endpoint);
      if (device) devices.set(endpoint, { ...device, status });
    },
    close: () => server.close(),
  };
}

async function isSigned(authorization: string): Promise<boolean> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=([\w-]{87})$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65) return false;
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  try {
    const { payload } = await jwtVerify(token, publicKey, { audience: VENDOR, algorithms: ["ES256"] });
    return /^mailto:\S+@\S+$/.test(String(payload.sub)) && (payload.exp ?? 0) <= Date.now() / 1000 + 86_400;
  } catch {
    // Every error of the library means that the signature is not valid.
    return false;
  }
}
