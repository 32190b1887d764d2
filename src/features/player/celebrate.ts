import { ACHIEVEMENTS, type AchievementType } from "../../domain/achievements.ts";
import { toast } from "../../ui/toast.ts";
import { launchConfetti, loadConfetti } from "./confetti.ts";

/** What a learner sees when a lesson has become complete and is stored (spec §4). */
export function celebrate(newAchievements: readonly AchievementType[]): void {
  toast({ title: "Lesson Complete!", description: "Great work! You can now share your progress." });
  for (const type of newAchievements) {
    toast({ title: "Achievement earned", description: ACHIEVEMENTS[type].name });
  }
  const { matches: reducedMotion } = matchMedia("(prefers-reduced-motion: reduce)");
  launchConfetti(reducedMotion, loadConfetti).catch((error: unknown) => {
    // Offline before its code was stored: the lesson is complete all the same.
    console.warn("The confetti could not be loaded", error);
  });
}
