import * as z from "zod/mini";
import type { Tone } from "../../../ui/Badge.tsx";

export const certificateSchema = z.object({
  id: z.uuid(),
  holder_name: z.string(),
  kind: z.enum(["completion", "capstone"]),
  issued_at: z.string(),
  revoked_at: z.nullable(z.string()),
  revoked_reason: z.nullable(z.enum(["name_corrected", "refunded", "revoked", "withdrawn"])),
});
export type CertificateRow = z.infer<typeof certificateSchema>;

export const KINDS: Record<CertificateRow["kind"], string> = {
  completion: "Completion",
  capstone: "Reviewed capstone",
};

const REASONS: Record<NonNullable<CertificateRow["revoked_reason"]>, string> = {
  name_corrected: "Replaced: name corrected",
  refunded: "Revoked: order refunded",
  revoked: "Revoked: dispute lost or plan unpaid",
  withdrawn: "Revoked by staff or with the account",
};

/** Whether a certificate is valid, in words. */
export function stateOf({ revoked_reason: reason }: CertificateRow): { tone: Tone; words: string } {
  return reason === null ? { tone: "done", words: "Valid" } : { tone: "neutral", words: REASONS[reason] };
}
