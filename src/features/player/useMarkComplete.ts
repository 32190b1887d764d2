import { useState } from "react";
import { completeLesson } from "../../db/write.ts";
import type { LessonId } from "../../domain/ids.ts";
import { toast } from "../../ui/toast.ts";
import { celebrate } from "./celebrate.ts";

/** Marks a lesson as complete on the device and says how that went, in the spec's words (§8). */
export function useMarkComplete(lessonId: LessonId): { saving: boolean; markComplete: () => Promise<void> } {
  const [saving, setSaving] = useState(false);

  async function markComplete(): Promise<void> {
    setSaving(true);
    try {
      const { newAchievements, alreadyComplete } = await completeLesson(lessonId);
      if (!alreadyComplete) celebrate(newAchievements);
    } catch (error) {
      console.error("Failed to save progress", error);
      toast({
        title: "Error",
        description: "Failed to save progress. Please try again.",
        variant: "destructive",
      });
    } finally {
      setSaving(false);
    }
  }

  return { saving, markComplete };
}
