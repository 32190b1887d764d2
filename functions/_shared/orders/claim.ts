import { z } from "zod";
import { DatabaseError } from "../database.ts";
import { enforceLimitOn } from "../http/rateLimit.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/serve.ts";
import { randomToken, sha256Hex } from "../random.ts";

const CLAIM_TOKEN_BYTES = 32;

/** Proves later that a browser placed an order, of which only the hash is stored. */
export async function newClaim(): Promise<{ token: string; hash: string }> {
  const token = randomToken(CLAIM_TOKEN_BYTES);
  return { token, hash: await sha256Hex(token) };
}

/** The limit for one claim token, counted across all functions that accept it. */
const CLAIM_LIMIT = { requests: 20, windowSeconds: 3600 };

const claimedOrderSchema = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  customer_id: z.string().nullable(),
  paid_at: z.string().nullable(),
});
export type ClaimedOrder = z.infer<typeof claimedOrderSchema>;

/**
 * Returns the order that was placed in this browser. Only the token's hash is stored and looked up, so timing reveals
 * nothing about a token. Throws a 404 Refusal for a token that belongs to no order.
 */
export async function requireClaimedOrder(call: Call, claimToken: string): Promise<ClaimedOrder> {
  const hash = await sha256Hex(claimToken);
  await enforceLimitOn(call.admin, `claim ${hash}`, CLAIM_LIMIT);
  const { data, error } = await call.admin
    .from("orders")
    .select("id, first_name, last_name, customer_id, paid_at")
    .eq("claim_token_hash", hash)
    .maybeSingle();
  if (error) throw new DatabaseError("orders", error);
  if (!data) throw new Refusal(404, "not_found", "We cannot find this order.");
  return claimedOrderSchema.parse(data);
}

/** The error for an order that is not paid (yet). */
export const NOT_PAID = "This payment has not been completed.";
/** One message for every reason, so that it reveals nothing about an account. */
export const TOO_LATE = "This can no longer be changed here. Please write to us, and we will help.";
