import * as z from "zod/mini";
import { MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT } from "./password.ts";

/**
 * POST `request-address-link`. With an email: emails a link if a paid order is waiting for that address. Without one,
 * as the signed-in user: emails a link that confirms the account's address. The reply never reveals whether an email
 * was sent.
 */
export const requestLinkSchema = z.object({
  email: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(255))),
});
export const requestLinkReplySchema = z.object({ success: z.literal(true) });

/**
 * POST `prove-address`, with the key of an emailed link. With a password: takes over the account and ends everyone
 * else's access to it. Without one, as the signed-in user: confirms the address. Errors: `not_found` (the link is
 * invalid), `other_account` (the link belongs to a different account from the session's), `weak_password`,
 * `second_factor_needed`, `being_deleted`.
 */
export const proveAddressSchema = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.optional(
    z.string().check(z.minLength(MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT), z.maxLength(1000)),
  ),
});
/**
 * - `claimed`: the new password is set, and no other session or sign-in method of the account works any more.
 * - `confirmed`: the address is now verified; nothing else changed.
 * - `owned`: the account already belonged to the owner of the address and keeps its password.
 */
export const proveAddressReplySchema = z.object({ outcome: z.enum(["claimed", "confirmed", "owned"]) });
export type ProofOutcome = z.infer<typeof proveAddressReplySchema>["outcome"];
