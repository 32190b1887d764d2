import { useState } from "react";
import { choosePreferences, type ReadingPreferences, shownPreferences } from "./readingPreferences.ts";

/** The choices of this device, and how to change some of them: at once on the page, and remembered. */
export function useReadingPreferences(): [ReadingPreferences, (change: Partial<ReadingPreferences>) => void] {
  const [preferences, setPreferences] = useState(shownPreferences);
  function change(some: Partial<ReadingPreferences>): void {
    const next = { ...preferences, ...some };
    setPreferences(next);
    try {
      choosePreferences(next);
    } catch (error) {
      console.warn("The device could not remember how the learner reads", error);
    }
  }
  return [preferences, change];
}
