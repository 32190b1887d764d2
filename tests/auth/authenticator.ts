import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import jsQr from "jsqr";

type Ceremony = { challenge: string; origin: string; rpId: string };

/** A software security key: creates one passkey (ES256, attestation "none") and signs with it. */
export function createAuthenticator(counter = 0) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let uses = counter;

  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, attested: Buffer) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++uses);
    const rpIdHash = createHash("sha256").update(rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested]);
  };

  return {
    /** The JSON form of what `navigator.credentials.create()` returns. */
    create(ceremony: Ceremony) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        Buffer.from(isoCBOR.encode(key)),
      ]);
      const authData = new Uint8Array(authenticatorData(ceremony.rpId, 0x45, attested));
      const object = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return credential(id, {
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        // The library does not export its type for encodable values.
        attestationObject: Buffer.from(isoCBOR.encode(object as Map<string, string>)).toString("base64url"),
        transports: ["usb"],
      });
    },
    /** The JSON form of what `navigator.credentials.get()` returns. */
    get(ceremony: Ceremony) {
      const data = clientData("webauthn.get", ceremony);
      const authData = authenticatorData(ceremony.rpId, 0x05, Buffer.alloc(0));
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      return credential(id, {
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
      });
    },
  };
}

function credential(id: Buffer, response: Record<string, unknown>) {
  const encoded = id.toString("base64url");
  const json = { id: encoded, rawId: encoded, type: "public-key", response, clientExtensionResults: {} };
  // supabase-js calls toJSON() on a browser's credential.
  return { ...json, toJSON: () => json };
}

const SCALE = 4;

/**
 * Reads a QR code as a phone's camera would, by drawing and scanning the SVG's rows of dark modules. Supports only
 * the form of path that the `qrcode` package writes.
 */
export function scanQrCode(svg: string): string {
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const path = /stroke="black" d="([^"]+)"/.exec(svg)?.[1] ?? "";
  const size = modules * SCALE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, command, ...numbers] of path.matchAll(/([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?/g)) {
    const [a = 0, b = 0] = numbers.map((number) => Number(number ?? 0));
    if (command === "M") [x, y] = [a, b];
    if (command === "m") [x, y] = [x + a, y + b];
    if (command !== "h") continue;
    for (let row = Math.floor(y) * SCALE; row < Math.floor(y + 1) * SCALE; row++) {
      for (let column = x * SCALE; column < (x + a) * SCALE; column++) {
        pixels.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
      }
    }
    x += a;
  }
  return jsQr(pixels, size, size)?.data ?? "";
}
