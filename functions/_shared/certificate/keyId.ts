/** What a proof names its key by: a part of the issuer's document. */
export function keyId(issuer: string, publicKeyMultibase: string): string {
  return `${issuer}#${publicKeyMultibase}`;
}
