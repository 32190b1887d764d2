import { z } from "zod";
import type { Issuer, IssuerKey } from "../../src/domain/certificate/certificate.ts";
import { SITE } from "../../src/domain/site.ts";
import { issuerId } from "../_shared/certificate/addresses.ts";
import { fragmentKeyId, keyId } from "../_shared/certificate/keyId.ts";
import { callDatabase } from "../_shared/database.ts";
import { PUBLIC_CHECK_LIMIT } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";

/**
 * GET, for anyone: the issuer of the certificates and every public key that signed one, as a controlled identifier
 * document (W3C Controlled Identifiers 1.0). Verifiers fetch it under the issuer's id. With `?key=`, one of these keys
 * as a separate document; 404 for any other key.
 */
export default serveFunction(
  {
    name: "certificate-issuer",
    method: "GET",
    cache: "public, max-age=3600",
    rateLimit: PUBLIC_CHECK_LIMIT,
  },
  async (call): Promise<Issuer | PublishedKey> => {
    const keys = await publicKeys(call);
    const controller = issuerId(call.env);
    const asked = new URL(call.request.url).searchParams.get("key");
    if (asked === null) return issuerDocument(call, controller, keys);
    if (!keys.includes(asked)) throw new Refusal(404, "not_found", "We publish no such key.");
    const id = keyId(controller, asked);
    return { "@context": "https://w3id.org/security/multikey/v1", ...multikey(id, controller, asked) };
  },
);

type PublishedKey = IssuerKey & { "@context": string };

/** The keys of all accepted certificates, and the current signing key. */
async function publicKeys(call: Call): Promise<string[]> {
  const used = await callDatabase(call.admin, "certificate_keys", {}, z.array(z.string()));
  const { signingKey } = await import("../_shared/certificate/signingKey.ts");
  const { publicKeyMultibase } = await signingKey(call.env);
  return [...new Set([...used, publicKeyMultibase])];
}

function issuerDocument(call: Call, controller: string, keys: string[]): Issuer {
  return {
    "@context": [
      // Must come first and be exactly this URL: verifiers check for it before they read the keys.
      "https://www.w3.org/ns/did/v1",
      "https://w3id.org/security/multikey/v1",
      { name: "https://schema.org/name", url: { "@id": "https://schema.org/url", "@type": "@id" } },
    ],
    id: controller,
    name: SITE.name,
    url: call.env.SITE_URL,
    // Under both ids, because issued certificates may use either one.
    assertionMethod: keys.flatMap((key) =>
      [keyId, fragmentKeyId].map((idOf) => multikey(idOf(controller, key), controller, key)),
    ),
  };
}

function multikey(id: string, controller: string, publicKeyMultibase: string): IssuerKey {
  return { id, type: "Multikey", controller, publicKeyMultibase };
}
