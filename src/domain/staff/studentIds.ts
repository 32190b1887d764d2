import * as z from "zod/mini";
import { refusalReasonSchema } from "../sales/studentIdDecision.ts";

const MAX_NOTE_CHARACTERS = 1000;

/** POST `staff-student-id`, as staff: opens the file of a student ID or decides about it. `note` stays internal. */
export const staffStudentIdSchema = z.object({
  id: z.uuid(),
  action: z.enum(["open", "approve", "refuse"]),
  reason: z.optional(refusalReasonSchema),
  note: z._default(z.string().check(z.trim(), z.maxLength(MAX_NOTE_CHARACTERS)), ""),
});
export const staffStudentIdReplySchema = z.union([
  z.object({
    outcome: z.literal("opened"),
    /** The path and query of an address in the backend's storage that works for 60 seconds. */
    path: z.string(),
    contentType: z.string(),
  }),
  z.object({
    /** `decided_before`: another member of staff was faster, and their decision counts. */
    outcome: z.enum(["decided", "decided_before"]),
    decision: z.enum(["approved", "refused"]),
    decidedAt: z.string(),
    decidedBy: z.string(),
  }),
]);
