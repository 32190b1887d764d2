import { useState } from "react";
import { localStore } from "../../db/store/localStore.ts";
import { colourBrowser, READING_KEY } from "./storedReading.ts";

/** The first value of each is the default. It is neither stored nor written to the document. */
const CHOICES = {
  theme: ["system", "light", "dark"],
  textSize: ["normal", "small", "large", "larger"],
  lineLength: ["normal", "short", "long"],
  lessonView: ["steps", "whole"],
  quizView: ["auto", "one", "all"],
} as const;

type ReadingPreferences = { [P in keyof typeof CHOICES]: (typeof CHOICES)[P][number] };

/** The preferences that the document shows. An unknown value counts as the default. */
export function shownPreferences(): ReadingPreferences {
  const { theme, textSize, lineLength, lessonView, quizView } = document.documentElement.dataset;
  return {
    theme: oneOf(CHOICES.theme, theme),
    textSize: oneOf(CHOICES.textSize, textSize),
    lineLength: oneOf(CHOICES.lineLength, lineLength),
    lessonView: oneOf(CHOICES.lessonView, lessonView),
    quizView: oneOf(CHOICES.quizView, quizView),
  };
}

/**
 * Applies the preferences to the document and stores them for the next page load. Throws DOMException if storage is
 * full.
 */
export function choosePreferences({
  theme,
  textSize,
  lineLength,
  lessonView,
  quizView,
}: ReadingPreferences): void {
  const chosen = {
    ...(theme !== CHOICES.theme[0] && { theme }),
    ...(textSize !== CHOICES.textSize[0] && { textSize }),
    ...(lineLength !== CHOICES.lineLength[0] && { lineLength }),
    ...(lessonView !== CHOICES.lessonView[0] && { lessonView }),
    ...(quizView !== CHOICES.quizView[0] && { quizView }),
  };
  const { dataset } = document.documentElement;
  for (const name of Object.keys(CHOICES)) delete dataset[name];
  Object.assign(dataset, chosen);
  if (theme === "system") colourBySystem();
  else colourBrowser(theme);
  localStore()?.setItem(READING_KEY, JSON.stringify(chosen));
}

/** The same colours as in index.html. */
function colourBySystem(): void {
  document.querySelectorAll('meta[name="theme-color"]').forEach((meta, isDark) => {
    meta.setAttribute("media", `(prefers-color-scheme: ${isDark ? "dark" : "light"})`);
  });
}

function oneOf<T extends string>(choices: readonly [T, ...T[]], value: unknown): T {
  return choices.find((choice) => choice === value) ?? choices[0];
}

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
