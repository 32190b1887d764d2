/** The package has no types. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  export function decrypt(
    message: Uint8Array,
    options: { version: "aes128gcm"; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
