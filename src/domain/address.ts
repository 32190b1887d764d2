import { z } from "zod";
import { MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT } from "./password.ts";

/**
 * POST `request-address-link`. With an email: mails a link if a paid order waits for that address. Without one, as the
 * signed-in person: mails a link that confirms the account's address. The reply never says whether a mail was sent.
 */
export const requestLinkSchema = z.object({ email: z.string().trim().min(3).max(255).optional() });
export const requestLinkReplySchema = z.object({ success: z.literal(true) });

/**
 * POST `prove-address`, with the key of a mailed link. With a password: takes the account over from anyone else who is in
 * it. Without one, as the signed-in person: confirms the address. Refusals: `not_found` (the link does not work),
 * `other_account` (the link belongs to another account than the session), `weak_password`, `second_factor_needed`,
 * `being_deleted`.
 */
export const proveAddressSchema = z.object({
  key: z.string().min(1).max(200),
  password: z.string().min(MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT).max(1000).optional(),
});
/**
 * - `claimed`: the password is the new one; everything else that opened the account has ended.
 * - `confirmed`: nothing changed except that the address is proven.
 * - `owned`: the account was its owner's already, and has its old password.
 */
export const proveAddressReplySchema = z.object({ outcome: z.enum(["claimed", "confirmed", "owned"]) });
export type ProofOutcome = z.infer<typeof proveAddressReplySchema>["outcome"];
