import { useState } from "react";
import { useAchievements } from "../../../db/live.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import type { CompletionSlot } from "../slots/completionSlot.ts";

/** The learner who has closed the dialog since the app was loaded. */
let closedBy: string | null = null;

/**
 * Opens the certificate dialog as soon as the course achievement is stored, and on load with it (spec §4). Once closed,
 * it stays closed until the next load.
 */
export function CourseCompletion({ dialog: Dialog }: { dialog: CompletionSlot }) {
  const { state } = useAuth();
  const userId = state.status === "signedIn" ? state.identity.userId : null;
  const achievements = useAchievements();
  const [isClosed, setIsClosed] = useState(userId !== null && closedBy === userId);
  const isEarned = achievements.status === "ready" && achievements.types.has("course_complete");
  const close = () => {
    closedBy = userId;
    setIsClosed(true);
  };
  return isEarned && !isClosed && <Dialog onClose={close} />;
}
