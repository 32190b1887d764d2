import * as z from "zod/mini";
import { emailAddress } from "./email.ts";
import { cleanLine } from "./text/typedText.ts";

// ---------------------------------------------------------------- export-my-data

const rowSchema = z.record(z.string(), z.unknown());

/** POST, authenticated. `sections` has the rows of each table by table name; times are in ISO 8601. */
export const exportReplySchema = z.object({
  madeAt: z.string(),
  account: rowSchema,
  /** False if the email address is unverified. Data linked only through the address is then left out. */
  isAddressProven: z.boolean(),
  sections: z.record(z.string(), z.array(rowSchema)),
});
export type DataExport = z.infer<typeof exportReplySchema>;

// ---------------------------------------------------------------- delete-my-account, keep-my-account

/**
 * POST, authenticated. `confirmation` is the account's email address, typed by hand. Errors: `unauthorized`,
 * `bad_request` (a different address), `rate_limited`.
 */
export const deleteRequestSchema = z.object({
  confirmation: z.string().check(z.maxLength(255)),
  keepCertificate: z.boolean(),
});
export const deleteReplySchema = z.object({ dueAt: z.string() });

/** POST, with the key of the emailed link, or authenticated. `not_found` (404): no deletion is scheduled. */
export const keepRequestSchema = z.object({
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export const keepReplySchema = z.object({ kept: z.literal(true) });

/** True if the typed text is the account's address, ignoring case and however a domain in another script is written. */
export function isConfirmedBy(typed: string, email: string): boolean {
  const plain = (text: string) => (emailAddress(text) ?? cleanLine(text)).toLowerCase();
  return plain(typed) !== "" && plain(typed) === plain(email);
}
