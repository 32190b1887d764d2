import { generate } from "@digitalbazaar/ed25519-multikey";
import type { FunctionsEnv } from "../env.ts";
import { issuerId } from "./addresses.ts";
import { keyId } from "./keyId.ts";

/** The Ed25519 key derived from the secret seed. Its id is the URL at which its public part is published. */
export async function signingKey(env: FunctionsEnv) {
  const controller = issuerId(env);
  const key = await generate({ seed: seedOf(env.CERTIFICATE_KEY), controller });
  key.id = keyId(controller, key.publicKeyMultibase);
  return key;
}

function seedOf(base64: string): Uint8Array {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (each) => each.charCodeAt(0));
}
