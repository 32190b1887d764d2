import { useState } from "react";
import { choosePreferences, type ReadingPreferences, shownPreferences } from "./readingPreferences.ts";

/** The preferences of this device and a function that changes some of them, applied immediately and stored. */
export function useReadingPreferences(): [ReadingPreferences, (change: Partial<ReadingPreferences>) => void] {
  const [preferences, setPreferences] = useState(shownPreferences);
  function change(some: Partial<ReadingPreferences>): void {
    // Another part of the page may have changed the others.
    const next = { ...shownPreferences(), ...some };
    setPreferences(next);
    try {
      choosePreferences(next);
    } catch (error) {
      console.warn("The reading preferences could not be saved", error);
    }
  }
  return [preferences, change];
}
