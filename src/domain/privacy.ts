import { z } from "zod";

// ---------------------------------------------------------------- export-my-data

const rowSchema = z.record(z.string(), z.unknown());

/** POST, as the person. `sections` has the rows of each table, by its name; times in ISO 8601. */
export const exportReplySchema = z.object({
  madeAt: z.string(),
  account: rowSchema,
  /** False when nobody has shown that the e-mail address is theirs: then what belongs to the address alone is left out. */
  isAddressProven: z.boolean(),
  sections: z.record(z.string(), z.array(rowSchema)),
});
export type DataExport = z.infer<typeof exportReplySchema>;

// ---------------------------------------------------------------- delete-my-account, keep-my-account

/**
 * POST, as the person. `confirmation` is the account's e-mail address, typed by hand. Refusals: `unauthorized`,
 * `bad_request` (another address), `rate_limited`.
 */
export const deleteRequestSchema = z.object({
  confirmation: z.string().max(255),
  keepCertificate: z.boolean(),
});
export const deleteReplySchema = z.object({ dueAt: z.string() });

/** POST, with the key of the mailed link, or as the person. `not_found` (404): there is nothing to undo any more. */
export const keepRequestSchema = z.object({ key: z.string().min(1).max(200).optional() });
export const keepReplySchema = z.object({ kept: z.literal(true) });

/** True when somebody has typed the address of the account, in any case and with any space around it. */
export function isConfirmedBy(typed: string, email: string): boolean {
  const plain = (text: string) => text.trim().normalize("NFC").toLowerCase();
  return plain(typed) !== "" && plain(typed) === plain(email);
}
