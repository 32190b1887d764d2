import { useState } from "react";
import { completeLesson } from "../../db/write.ts";
import type { LessonId } from "../../domain/ids.ts";
import { dismissFailures, toast } from "../../ui/toast.ts";
import { celebrate } from "./celebrate.ts";

const TOAST_CAUSE = "progress";

/** Marks a lesson as complete on the device and reports the result in the spec's words (§8). */
export function useMarkComplete(lessonId: LessonId): { saving: boolean; markComplete: () => Promise<void> } {
  const [saving, setSaving] = useState(false);

  async function markComplete(): Promise<void> {
    setSaving(true);
    dismissFailures(TOAST_CAUSE);
    try {
      const { newAchievements, alreadyComplete } = await completeLesson(lessonId);
      if (!alreadyComplete) celebrate(newAchievements);
    } catch (error) {
      console.error("Failed to save progress", error);
      toast({
        title: "Error",
        description: "Failed to save progress. Please try again.",
        variant: "destructive",
        cause: TOAST_CAUSE,
      });
    } finally {
      setSaving(false);
    }
  }

  return { saving, markComplete };
}
