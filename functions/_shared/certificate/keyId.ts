/**
 * The key id to use in a proof: a URL whose response contains only this key. Many verifiers fetch the URL as it is and
 * never search the issuer's document for a fragment.
 */
export function keyId(issuer: string, publicKeyMultibase: string): string {
  return `${issuer}?key=${publicKeyMultibase}`;
}

/** The id that proofs used until 22 November 2026: a fragment of the issuer's document. */
export function fragmentKeyId(issuer: string, publicKeyMultibase: string): string {
  return `${issuer}#${publicKeyMultibase}`;
}
