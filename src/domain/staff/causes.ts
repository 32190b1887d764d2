import * as z from "zod/mini";

/** Why staff ended access, as the email to the learner says it. */
export const ACCESS_END_CAUSES = {
  requested: "You asked us to end it.",
  mistake: "It was given by mistake.",
  shared: "The account was used by more than one person.",
  terms: "The course was used in a way that our terms do not allow.",
  unpaid: "A payment for it is outstanding.",
} as const;
export type AccessEndCause = keyof typeof ACCESS_END_CAUSES;
export const accessEndCauseSchema = z.enum(["requested", "mistake", "shared", "terms", "unpaid"]);
