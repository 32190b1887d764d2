import { useState } from "react";
import { useAchievements } from "../../db/live.ts";
import type { CompletionSlot } from "./completionSlot.ts";

/**
 * For a learner whose lessons are all complete: opens the certificate dialog as soon as the achievement is stored, and
 * whenever the player is opened again with it (spec §4). Closed, it stays so until then.
 */
export function CourseCompletion({ dialog: Dialog }: { dialog: CompletionSlot }) {
  const achievements = useAchievements();
  const [isClosed, setIsClosed] = useState(false);
  const isEarned = achievements.status === "ready" && achievements.types.has("course_complete");
  return isEarned && !isClosed && <Dialog onClose={() => setIsClosed(true)} />;
}
