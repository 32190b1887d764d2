import * as z from "zod/mini";

/** How staff checked who is asking. The database has the same list (private.identity_checks). */
export const IDENTITY_CHECKS = ["video_call", "in_person", "letter"] as const;
export type IdentityCheck = (typeof IDENTITY_CHECKS)[number];

/** Emails that help the owner of an account to sign in: one to choose a password, one to confirm the address. */
export const SIGN_IN_MAILS = ["reset", "confirm"] as const;

const REASON_MAX_LENGTH = 1000;

const reason = z
  .string()
  .check(z.trim(), z.minLength(1, "Please give a reason"), z.maxLength(REASON_MAX_LENGTH));
/** A documented check of identity. `checkedOn` is a day in the time zone of the person who made it. */
const check = { check: z.enum(IDENTITY_CHECKS), checkedOn: z.iso.date(), reason };

/** What staff can do for a learner through the auth server or by email (functions/staff-learner). */
export const staffLearnerRequestSchema = z.discriminatedUnion("action", [
  /** `mail` is the one that the screen offers: the account may have changed since. */
  z.object({ action: z.literal("send_mail"), learnerId: z.uuid(), mail: z.enum(SIGN_IN_MAILS) }),
  /** The first of two people. `requestId` makes a repeat harmless. */
  z.object({ action: z.literal("request_removal"), learnerId: z.uuid(), requestId: z.uuid(), ...check }),
  /** The second of two people. */
  z.object({ action: z.literal("confirm_removal"), requestId: z.uuid(), ...check }),
]);
export type StaffLearnerRequest = z.infer<typeof staffLearnerRequestSchema>;

export const staffLearnerReplySchema = z.strictObject({ success: z.literal(true) });
