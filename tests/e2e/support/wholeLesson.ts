import type { BrowserContext } from "@playwright/test";

/** Chooses "Whole lesson on one page" on this device, for tests that work in several steps of a lesson. */
export async function readWholeLessons(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      const chosen = JSON.parse(localStorage.getItem("academy-reading") ?? "{}");
      localStorage.setItem("academy-reading", JSON.stringify({ ...chosen, lessonView: "whole" }));
    } catch {
      // A page without an origin, such as about:blank, has no storage.
    }
  });
}
