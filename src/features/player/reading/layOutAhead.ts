import { IN_PARTS } from "./textParts.ts";

/** Long enough for a frame and an input in between, where the browser cannot say when it is idle (Safari). */
const PAUSE_MS = 50;

/**
 * Lays out a hidden step while the browser is idle. Most of the time between a tap on Continue and the paint is the
 * first layout of the step's text. The browser keeps the layout of hidden content (CSS Containment 2 §4.3) and makes it
 * when a script measures it. One block at a time, so that no task is long on a slow phone.
 */
export async function layOutAhead(step: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    for (const block of step.querySelectorAll(".prose > *")) {
      await idle();
      if (signal.aborted) return;
      step.classList.add(IN_PARTS);
      measure(block.firstElementChild ?? block);
    }
    await idle();
  } finally {
    step.classList.remove(IN_PARTS);
  }
  if (!signal.aborted) measure(step.firstElementChild);
}

function measure(element: Element | null): void {
  element?.getBoundingClientRect();
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, PAUSE_MS);
  });
}
