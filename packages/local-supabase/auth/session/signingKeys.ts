import { generateKeyPairSync, randomUUID } from "node:crypto";
import { z } from "zod";

const part = z.string().length(43);

/** An ES256 private key as a JSON Web Key. Tokens name the key that signed them by its `kid`. */
const signingKeySchema = z.object({
  kid: z.uuid(),
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: part,
  y: part,
  d: part,
});
export type SigningKey = z.infer<typeof signingKeySchema>;

/** The first one signs. The others only verify, until the tokens that they signed have expired. */
export const signingKeysSchema = z.tuple([signingKeySchema], signingKeySchema);
export type SigningKeys = z.infer<typeof signingKeysSchema>;

export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return signingKeySchema.parse({ kid: randomUUID(), ...privateKey.export({ format: "jwk" }) });
}

/** The public part of a key, as hosted Supabase publishes it. */
export function publicKeyOf({ kid, kty, crv, x, y }: SigningKey) {
  return { alg: "ES256", crv, ext: true, key_ops: ["verify"], kid, kty, use: "sig", x, y };
}
