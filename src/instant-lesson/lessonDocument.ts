import type { LessonPack } from "../domain/course/pack.ts";
import { nameOf, STEP_TITLE, stepsOf, stepToOpen, stepWords, titleAbove } from "../domain/course/steps.ts";
import type { LessonId, ModuleId } from "../domain/ids.ts";
import { paths } from "../domain/paths.ts";
import { linkedName } from "../domain/text/linkedValue.ts";
import type { LessonPosition } from "../entities/lessonPlace/lessonPlace.ts";

// The instant lesson: a step of a lesson that can be read before the app has started (decision 0023).
//
// 1. The build renders the player (buildLessonDocument.tsx) and writes it twice: as a document without a lesson
//    (`academy/course/ai-fluency.html`) and as a LessonDocument with slots for a lesson (`ai-fluency.json` beside it).
//    The worker keeps both in its precache.
// 2. When the player's address is opened, the worker (lessonReply.ts) sends the head, so that the page fetches styles
//    and fonts meanwhile. It reads the identity, lesson and reading position from IndexedDB and sends the body with one
//    step of the lesson in its slots. Without a lesson that this learner may read, it sends the body without one.
// 3. An inline script in the page (`goToStoredPlace`, storedPlace.ts) scrolls to where the reader stopped. The first frame
//    then shows the step; Back and Continue are links, which the worker answers in the same way. `#root` is hidden.
// 4. After the first paint the first script (src/app/start.ts) loads the app, which renders into the hidden `#root`.
// 5. The app dispatches APP_READY (src/ui/page/appReady.ts) when it shows more than a spinner. Between two frames the
//    instant lesson is removed and `#root` is shown; the text being read does not move.
//
// A visitor's first visit has no worker. The document without a lesson therefore contains the first step of the free preview
// in a template, from which an inline script (`showPreview`, preview.ts) makes the instant lesson. Steps 4 and 5 follow.

/** The id of the element that contains the instant lesson, and the name of its page in PAGE_ATTRIBUTE. */
export const INSTANT_LESSON = "instant-lesson";

/**
 * The reading position as JSON, on a `<template>` in the instant lesson. It is removed once the page has been scrolled
 * there.
 */
export const PLACE_ATTRIBUTE = "data-place";

export const SLOTS = ["place", "offline", "bar", "header", "timer", "text", "links"] as const;
export type Slot = (typeof SLOTS)[number];

/**
 * Stand for what only the worker knows, in pieces of HTML that the build has rendered. No text of the site contains
 * them.
 */
export const BLANKS = {
  title: "__title__",
  step: "__step__",
  steps: "__steps__",
  words: "__words__",
  name: "__name__",
  objectives: "__objectives__",
  heading: "__heading__",
  html: "__html__",
  back: "__back__",
  next: "__next__",
} as const;
type Blank = keyof typeof BLANKS;

/** The player's document in pieces of HTML, as the build writes them. */
export type LessonDocument = {
  /** The HTML before `</head>`, which itself is part of the body. */
  head: string;
  /** Pieces of HTML and the slots between them, in order. Each slot occurs once. */
  bodyWithLesson: readonly (string | { slot: Slot })[];
  offlineNotice: string;
  headers: Record<LessonId, { open: string; completed: string }>;
  timers: Record<ModuleId, string>;
  /** With blanks. `whole` is for a lesson without steps. */
  bar: { steps: string; whole: string };
  laterHeader: { open: string; completed: string };
  text: { first: string; later: string };
  links: { first: string; later: string };
};

/** A lesson as a device stores it, with the reader's progress. */
export type StoredLesson = { pack: LessonPack; completed: boolean; place: LessonPosition | null };

export type Visit = StoredLesson & {
  isOffline: boolean;
  url: URL;
};

/**
 * The body of the player's document with a step of a lesson in it. Null for the last step, which has no text and which
 * the app shows.
 */
export function bodyWithLesson(document: LessonDocument, visit: Visit): string | null {
  const { pack, completed, place, isOffline, url } = visit;
  const steps = stepsOf(pack);
  const step = stepToOpen(
    steps,
    { hash: url.hash, step: linkedName(url.searchParams, "step") },
    { step: place?.step, isComplete: completed },
  );
  const shown = steps[step - 1];
  if (!shown?.html) return null;
  const { html } = shown;
  const above = titleAbove(shown);
  const isFirst = step === 1;
  const state = completed ? "completed" : "open";
  const fill = (template: string) =>
    fillBlanks(template, {
      title: escapeHtml(pack.title),
      step: String(step),
      steps: String(steps.length),
      words: escapeHtml(stepWords(steps, step, completed)),
      name: escapeHtml(nameOf(steps, step)),
      objectives: pack.objectives.map((objective) => `<li>${escapeHtml(objective)}</li>`).join(""),
      heading: above && `<h2 class="${STEP_TITLE}">${escapeHtml(above)}</h2>`,
      html,
      // The template has the slash.
      back: escapeHtml(paths.course(pack.lessonId, { step: step - 1 }).slice(1)),
      next: escapeHtml(paths.course(pack.lessonId, { step: step + 1 }).slice(1)),
    });
  const content: Record<Slot, string> = {
    place:
      place?.step === step
        ? `<template ${PLACE_ATTRIBUTE}="${escapeHtml(JSON.stringify({ step, part: place.part, share: place.share }))}"></template>`
        : "",
    offline: isOffline ? document.offlineNotice : "",
    bar: fill(pack.steps ? document.bar.steps : document.bar.whole),
    header: fill((isFirst ? document.headers[pack.lessonId] : document.laterHeader)[state]),
    timer: isFirst ? document.timers[pack.moduleId] : "",
    text: fill(document.text[isFirst ? "first" : "later"]),
    links: pack.steps ? fill(document.links[isFirst ? "first" : "later"]) : "",
  };
  return document.bodyWithLesson
    .map((piece) => (typeof piece === "string" ? piece : content[piece.slot]))
    .join("");
}

/** The values are HTML. Those of a lesson are trusted, because they come only from our content compiler. */
function fillBlanks(template: string, values: Record<Blank, string>): string {
  return template.replace(/__(\w+?)__/g, (found, name: string) => values[name as Blank] ?? found);
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
