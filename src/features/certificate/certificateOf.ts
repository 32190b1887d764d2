import { type Certificate, credentialFacts, credentialSchema } from "../../domain/certificate/certificate.ts";

/** A certificate as displayed. `url` is the public verification page. */
export type ShownCertificate = ReturnType<typeof credentialFacts> & { url: string; credential: string };

/** Reads the signed credential itself. Throws if the server sent none, because only signed data may be displayed. */
export function certificateOf({ credential }: Certificate): ShownCertificate {
  const parsed = credentialSchema.parse(JSON.parse(credential));
  return { ...credentialFacts(parsed), url: parsed.id, credential };
}
