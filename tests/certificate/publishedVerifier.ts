import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { verifyCredential } from "@digitalbazaar/vc";
import { z } from "zod";
import { loadContext } from "../../functions/_shared/certificate/contexts.ts";
import { type Issuer, issuerSchema } from "../../src/domain/certificate/certificate.ts";
import type { TestAcademy } from "../support/server/academy.ts";
import { read } from "./learners.ts";

export async function issuerOf(academy: TestAcademy): Promise<Issuer> {
  return issuerSchema.parse(await (await read(academy, "certificate-issuer")).json());
}

/**
 * Whether independent software accepts a credential. It may read only the JSON-LD vocabularies in its packages and
 * the published issuer document.
 */
export function isAccepted(credential: object, issuer: Issuer, isRevoked = false): Promise<boolean> {
  const published = new Map<string, object>([[issuer.id, issuer]]);
  for (const key of issuer.assertionMethod) {
    published.set(key.id, { "@context": "https://w3id.org/security/multikey/v1", ...key });
  }
  return isAcceptedBy(credential, async (url) => published.get(url), isRevoked);
}

/**
 * The same check for software that fetches every URL in a credential and treats the response as the document, as
 * the Digital Credentials Consortium's verifier does. Such software cannot find a key by a URL fragment.
 */
export function isAcceptedByFetching(credential: object, academy: TestAcademy): Promise<boolean> {
  return isAcceptedBy(credential, async (url) => {
    if (!url.startsWith(academy.url)) return undefined;
    const reply = await fetch(url);
    if (!reply.ok) throw new Error(`${url} returned ${reply.status}`);
    return z.looseObject({}).parse(await reply.json());
  });
}

async function isAcceptedBy(
  credential: object,
  load: (url: string) => Promise<object | undefined>,
  isRevoked = false,
): Promise<boolean> {
  const { verified } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: async (url) => {
      const document = await load(url);
      return document ? { contextUrl: null, documentUrl: url, document } : loadContext(url);
    },
    checkStatus: async () => ({ verified: !isRevoked }),
  });
  return verified;
}
