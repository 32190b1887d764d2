/**
 * What a proof names its key by: an address that answers with this key alone. Many verifiers fetch it as it is and
 * never look into the issuer's document for a fragment.
 */
export function keyId(issuer: string, publicKeyMultibase: string): string {
  return `${issuer}?key=${publicKeyMultibase}`;
}

/** What proofs named their key by until 22 November 2026: a fragment of the issuer's document. */
export function fragmentKeyId(issuer: string, publicKeyMultibase: string): string {
  return `${issuer}#${publicKeyMultibase}`;
}
