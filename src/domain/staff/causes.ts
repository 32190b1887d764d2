import * as z from "zod/mini";

/** Why staff ended access, as the email to the learner says it. */
export const ACCESS_END_CAUSES = {
  requested: "You asked us to end it.",
  mistake: "It was given by mistake.",
  shared: "The account was used by more than one person.",
  terms: "The course was used in a way that our terms do not allow.",
  unpaid: "A payment for this order is outstanding.",
} as const;
export type AccessEndCause = keyof typeof ACCESS_END_CAUSES;
export const accessEndCauseSchema = z.enum(["requested", "mistake", "shared", "terms", "unpaid"]);

/** Why staff revoked a certificate, as the email to the learner says it. */
export const REVOCATION_CAUSES = {
  not_own_work: "The work that it certifies was not your own.",
  wrong_person: "It was issued to the wrong person.",
  mistake: "It was issued by mistake.",
  requested: "You asked us to revoke it.",
} as const;
export type RevocationCause = keyof typeof REVOCATION_CAUSES;
export const revocationCauseSchema = z.enum(["not_own_work", "wrong_person", "mistake", "requested"]);
