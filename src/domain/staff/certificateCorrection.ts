import * as z from "zod/mini";
import { holderNameSchema } from "../certificate/certificate.ts";

/**
 * POST to staff-certificate, for staff. Errors (`code` of FailureBody): `bad_request` (the name), `not_staff`,
 * `not_found`, `not_entitled` (no account, no access or revoked: the message says which), `changed_meanwhile` (the
 * certificate has been replaced by one in another name), `rate_limited`.
 */
export const correctionRequestSchema = z.object({
  certificateId: z.uuid(),
  holderName: holderNameSchema,
  reason: z.string().check(z.trim(), z.minLength(1, "Please give a reason"), z.maxLength(1000)),
});

/** The certificate in the corrected name. */
export const correctionReplySchema = z.object({ certificateId: z.uuid() });
export type CorrectionReply = z.infer<typeof correctionReplySchema>;
