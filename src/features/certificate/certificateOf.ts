import { type Certificate, credentialFacts, credentialSchema } from "../../domain/certificate.ts";

/** A certificate as it is shown. `url` is the page where anyone checks it. */
export type ShownCertificate = ReturnType<typeof credentialFacts> & { url: string; credential: string };

/** Reads what the signed credential itself says. Throws when the server sent none: nothing may be shown then. */
export function certificateOf({ credential }: Certificate): ShownCertificate {
  const parsed = credentialSchema.parse(JSON.parse(credential));
  return { ...credentialFacts(parsed), url: parsed.id, credential };
}
