import { useAccess, useEnrollment } from "../../../db/study/enrollment.ts";
import type { Tier } from "../../../domain/sales/plans.ts";

/** The tier that the signed-in learner owns on this device. Null if there is none, or if it is unknown or paused. */
export function useOwnedTier(): Tier | null {
  const enrollment = useEnrollment();
  const known = useAccess();
  if (enrollment.status !== "enrolled" || known.status !== "ready") return null;
  return known.access?.status === "active" ? known.access.tier : null;
}
