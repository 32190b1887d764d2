import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { issue } from "@digitalbazaar/vc";
import type { FunctionsEnv } from "../env.ts";
import { loadContext } from "./contexts.ts";
import { signingKey } from "./signingKey.ts";

/**
 * Signs a credential with a Data Integrity proof (eddsa-rdfc-2022), the form that Open Badges 3.0 requires of issuers.
 * Throws if the credential uses a term that its contexts do not define. Import this module lazily: its libraries take
 * longer to load than most functions take to respond.
 */
export async function sign<T extends object>(env: FunctionsEnv, credential: T) {
  const key = await signingKey(env);
  const suite = new DataIntegrityProof({ signer: key.signer(), cryptosuite });
  const signed = await issue({ credential, suite, documentLoader: loadContext });
  return { signed, publicKey: key.publicKeyMultibase };
}
