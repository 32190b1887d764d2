import { useState } from "react";
import { useAchievements } from "../../../db/live.ts";
import type { CompletionSlot } from "../slots/completionSlot.ts";

/**
 * Opens the certificate dialog as soon as the course achievement is stored, and each time the player is opened with it
 * (spec §4). Once closed, it stays closed until the next load.
 */
export function CourseCompletion({ dialog: Dialog }: { dialog: CompletionSlot }) {
  const achievements = useAchievements();
  const [isClosed, setIsClosed] = useState(false);
  const isEarned = achievements.status === "ready" && achievements.types.has("course_complete");
  return isEarned && !isClosed && <Dialog onClose={() => setIsClosed(true)} />;
}
