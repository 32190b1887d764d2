import { type Glance, glanceAtLesson } from "../../db/glance.ts";
import { isLessonId, type LessonId } from "../../domain/ids.ts";
import { endFirstSight, FIRST_SIGHT_ID } from "../../features/player/firstSight.ts";
import { goToPlace } from "../../features/player/textParts.ts";
import { PAGE_ATTRIBUTE } from "../documentPage.ts";
import { WHEN_ATTRIBUTE } from "./pieces.ts";

/** Not longer than this does the app wait: another tab may hold the store for a long time. */
const LONGEST_WAIT_MS = 1000;
const LONGEST_FRAME_MS = 500;
/** An app that waits longer than this has something to say about it. */
const LONGEST_READING_MS = 10_000;
/** Enough for a first screen, which begins with other things: elements and the space between them. */
const FIRST_NODES = 12;
/** What the app shows while it waits for something itself (src/ui/Spinner.tsx). */
const WAITING = '[class*="animate-spin"]';

/** The lesson that this document was opened for: its script is run while the document is still being read. */
const asked = lessonInAddress();
const early = asked && { lessonId: asked, glance: glanceAtLesson(asked) };
// Whoever waits for it hears of it.
if (early) early.glance.catch(() => undefined);

function lessonInAddress(): LessonId | null {
  const lessonId = new URLSearchParams(location.search).get("lesson") ?? "";
  return isLessonId(lessonId) ? lessonId : null;
}

/**
 * Draws the lesson that the address names, from this device, before any of the app has come. Resolves when it has been
 * painted, or when there is nothing to draw yet: then the app finds out what there is to say.
 */
export async function showFirstSight(template: HTMLTemplateElement, root: HTMLElement): Promise<void> {
  const lessonId = lessonInAddress();
  if (!lessonId) return;
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, null));
  try {
    const glance = await Promise.race([
      early?.lessonId === lessonId ? early.glance : glanceAtLesson(lessonId),
      late,
    ]);
    if (!glance) return;
    await styled();
    const { sight, unfold } = sightOf(template, glance);
    if (startsBelow(glance)) unfold();
    draw(sight, root, glance);
    await painted();
    unfold();
  } catch (error) {
    console.warn("The device does not show the lesson before the app is here", error);
  }
}

/** With the beginning of the text; `unfold` adds what is below, which takes a slow phone longer than all else. */
function sightOf(
  template: HTMLTemplateElement,
  { pack, completed }: Glance,
): { sight: HTMLElement; unfold: () => void } {
  const sight = document.createElement("div");
  sight.id = FIRST_SIGHT_ID;
  sight.append(template.content.cloneNode(true));
  const shown = new Set([
    `lesson-${pack.lessonId}${completed ? "-done" : ""}`,
    `module-${pack.moduleId}${pack.video ? "-video" : ""}`,
    navigator.onLine ? "" : "offline",
  ]);
  for (const piece of sight.querySelectorAll("template")) {
    if (shown.has(piece.getAttribute(WHEN_ATTRIBUTE) ?? "")) piece.replaceWith(piece.content);
    else piece.remove();
  }
  const objectives = pack.objectives.map((text) =>
    Object.assign(document.createElement("li"), { textContent: text }),
  );
  sight.querySelector(".reading ul")?.append(...objectives);
  const text = document.createElement("template");
  // Only what our own content compiler made, as in src/ui/Prose.tsx.
  text.innerHTML = pack.html;
  const prose = sight.querySelector(".prose");
  prose?.append(...[...text.content.childNodes].slice(0, FIRST_NODES));
  const footer = sight.querySelector("footer");
  footer?.remove();
  const unfold = () => {
    prose?.append(text.content);
    if (footer) sight.append(footer);
  };
  return { sight, unfold };
}

/** Whether the reader is taken to a place in the text, for which all of it must be there and have its height. */
function startsBelow({ place }: Glance): boolean {
  return place !== null || location.hash !== "";
}

function draw(sight: HTMLElement, root: HTMLElement, { place }: Glance): void {
  // The document holds a page, though none of the app's: the router leaves the window where the reader has it.
  root.setAttribute(PAGE_ATTRIBUTE, FIRST_SIGHT_ID);
  root.hidden = true;
  root.before(sight);
  // The player ends the first sight with its own text. Whatever else the app has to show ends it as well.
  const observer = new MutationObserver(() => {
    if (!root.hidden) observer.disconnect();
    else if (root.hasChildNodes() && !root.querySelector(WAITING)) endFirstSight();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => {
    if (root.hidden && root.hasChildNodes()) endFirstSight();
  }, LONGEST_READING_MS);
  goToPlace(sight, place);
}

/** Resolves when the styles are here, by which the reader's place is found; and when they do not come, or not soon. */
async function styled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    for (const end of ["load", "error"]) link.addEventListener(end, resolve);
    // They may have failed before anybody listened.
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
}

/** Resolves when the next frame is on screen, or soon in a tab that nobody looks at, which draws none. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, document.hidden ? 0 : LONGEST_FRAME_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
