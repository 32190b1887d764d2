import { z } from "zod";
import type { Issuer } from "../../src/domain/certificate.ts";
import { SITE } from "../../src/domain/site.ts";
import { issuerId } from "../_shared/certificate/addresses.ts";
import { keyId } from "../_shared/certificate/keyId.ts";
import { callDatabase } from "../_shared/database.ts";
import { serveFunction } from "../_shared/serve.ts";

/**
 * GET, for anyone: who issues the certificates and every public key that they were signed with, as a controlled
 * identifier document (W3C Controlled Identifiers 1.0). Verifiers ask for it under the issuer's id.
 */
export default {
  fetch: serveFunction(
    {
      name: "certificate-issuer",
      method: "GET",
      cache: "public, max-age=3600",
      rateLimit: { requests: 120, windowSeconds: 60 },
    },
    async (call): Promise<Issuer> => {
      const used = await callDatabase(call.admin, "certificate_keys", {}, z.array(z.string()));
      const { signingKey } = await import("../_shared/certificate/signingKey.ts");
      const { publicKeyMultibase } = await signingKey(call.env);
      const controller = issuerId(call.env);
      const keys = [...new Set([...used, publicKeyMultibase])].map((key) => ({
        id: keyId(controller, key),
        type: "Multikey" as const,
        controller,
        publicKeyMultibase: key,
      }));
      return {
        "@context": [
          // First, and spelled so: verifiers look for it before they read the keys.
          "https://www.w3.org/ns/did/v1",
          "https://w3id.org/security/multikey/v1",
          { name: "https://schema.org/name", url: { "@id": "https://schema.org/url", "@type": "@id" } },
        ],
        id: controller,
        name: SITE.name,
        url: call.env.SITE_URL,
        assertionMethod: keys,
      };
    },
  ),
};
