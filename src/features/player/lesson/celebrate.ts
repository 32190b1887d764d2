import { ACHIEVEMENTS, type AchievementType } from "../../../entities/achievement/achievement.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { launchConfetti, loadConfetti } from "./confetti.ts";

/** Celebrates a completed lesson once its completion is stored (spec §4). */
export function celebrate(newAchievements: readonly AchievementType[]): void {
  toast({ title: "Lesson Complete!", description: "Great work! You can now share your progress." });
  for (const type of newAchievements) {
    toast({ title: "Achievement earned", description: ACHIEVEMENTS[type].name });
  }
  const { matches: reducedMotion } = matchMedia("(prefers-reduced-motion: reduce)");
  launchConfetti(reducedMotion, loadConfetti).catch((error: unknown) => {
    // The device went offline before the confetti code was stored. The lesson is complete all the same.
    console.warn("The confetti could not be loaded", error);
  });
}
