import { z } from "zod";
import { CREDENTIALS_CONTEXT, issuerId, statusListId } from "../_shared/certificate/addresses.ts";
import { LIST_BITS } from "../_shared/certificate/credential.ts";
import { callDatabase } from "../_shared/database.ts";
import type { FunctionsEnv } from "../_shared/env.ts";
import { PUBLIC_CHECK_LIMIT } from "../_shared/http/rateLimit.ts";
import { serveFunction } from "../_shared/http/serve.ts";

/** The last signed list, reused while nothing is revoked: a new signature would change the response. */
let newest: { places: string; credential: Promise<object> } | undefined;

/**
 * GET, for anyone: which certificates are revoked, as a signed Bitstring Status List 1.0. It does not reveal who holds
 * a certificate, and a request does not reveal which certificate is being checked.
 */
export default serveFunction(
  {
    name: "certificate-status",
    method: "GET",
    cache: "public, max-age=300",
    rateLimit: PUBLIC_CHECK_LIMIT,
  },
  async (call): Promise<object> => {
    const places = await callDatabase(call.admin, "revoked_certificates", {}, z.array(z.int()));
    const key = places.join();
    if (newest?.places !== key) newest = { places: key, credential: signedList(call.env, places) };
    try {
      return await newest.credential;
    } catch (error) {
      newest = undefined;
      throw error;
    }
  },
);

async function signedList(env: FunctionsEnv, places: readonly number[]): Promise<object> {
  const id = statusListId(env);
  const { sign } = await import("../_shared/certificate/sign.ts");
  const { signed } = await sign(env, {
    "@context": [CREDENTIALS_CONTEXT],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: issuerId(env),
    validFrom: new Date().toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: await encodeStatusList(places),
    },
  });
  return signed;
}

/**
 * Encodes a list with the bits at `places` set, as `encodedList`: gzip in base64url behind the multibase prefix "u".
 * Place 0 is the leftmost bit of the first byte (Bitstring Status List 1.0, §3.3).
 */
async function encodeStatusList(places: readonly number[]): Promise<string> {
  const bytes = new Uint8Array(LIST_BITS / 8);
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7));
  const zipped = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return `u${base64url(new Uint8Array(await new Response(zipped).arrayBuffer()))}`;
}

function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
