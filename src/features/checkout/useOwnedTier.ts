import { useAccess, useEnrollment } from "../../db/enrollment.ts";
import type { Tier } from "../../domain/plans.ts";

/** The tier that the signed-in learner has on this device; null when there is none, or it is not known or paused. */
export function useOwnedTier(): Tier | null {
  const enrollment = useEnrollment();
  const known = useAccess();
  if (enrollment.status !== "enrolled" || known.status !== "ready") return null;
  return known.access?.status === "active" ? known.access.tier : null;
}
