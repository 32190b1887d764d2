import * as z from "zod/mini";
import { email, newPassword } from "./signUp.ts";

/**
 * POST `request-address-link`. With an email: emails a link if a paid order is waiting for that address. Without one,
 * as the signed-in user: emails a link that confirms the account's address. The reply never reveals whether an email
 * was sent.
 */
export const requestLinkSchema = z.object({
  email: z.optional(email),
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
  password: z.optional(newPassword.check(z.maxLength(1000))),
});
/**
 * - `claimed`: the new password is set, and no other session or sign-in method of the account works any more.
 * - `confirmed`: the address is now verified; nothing else changed.
 * - `owned`: the account already belonged to the owner of the address and keeps its password.
 */
export const proveAddressReplySchema = z.object({ outcome: z.enum(["claimed", "confirmed", "owned"]) });
export type ProofOutcome = z.infer<typeof proveAddressReplySchema>["outcome"];
