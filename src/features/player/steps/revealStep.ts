import { IN_PARTS, numberOf, stepsIn } from "../reading/textParts.ts";

/** Lets the browser's search find text in hidden steps. React knows only the boolean form of this attribute. */
const FINDABLE = "until-found";

/**
 * Shows one step of a lesson's text and hides the others, and with them what belongs only to the first or the last step
 * (`data-on`, reading.css). `step` is from 1, or null to show everything. It changes attributes that React does not
 * render, so the step is on screen before React has rendered anything: on a slow phone that takes longer than the paint.
 */
export function revealStep(text: HTMLElement | null, step: number | null, last: number): void {
  text?.removeAttribute("data-unopened");
  for (const each of stepsIn(text)) {
    if (step === null || numberOf(each) === step) {
      // The browser may still be laying it out ahead.
      each.classList.remove(IN_PARTS);
      each.removeAttribute("hidden");
    }
    // Setting the same value again would make the browser compute its style again.
    else if (!each.hidden) each.setAttribute("hidden", FINDABLE);
  }
  const column = columnOf(text);
  if (!column) return;
  if (step === null) delete column.dataset.part;
  else column.dataset.part = step === 1 ? "first" : step === last ? "last" : "middle";
}

/** Scrolls to the beginning of the step on screen. */
export function scrollToStep(text: HTMLElement | null): void {
  window.scrollBy({ top: columnOf(text)?.getBoundingClientRect().top ?? 0, behavior: "instant" });
}

/** The column with the lesson and its bars. */
export function columnOf(text: HTMLElement | null): HTMLElement | null {
  return text?.closest<HTMLElement>(".lesson-column") ?? null;
}
