import type { Place } from "../db/store/rows.ts";
import type { LessonPack } from "../domain/course/pack.ts";
import type { LessonId, ModuleId } from "../domain/ids.ts";

// The instant lesson: a lesson that can be read before the app has started (decision 0023).
//
// 1. The build renders the player (buildLessonDocument.tsx) and writes it twice: as a document without a lesson
//    (`academy/course/ai-fluency.html`) and as a LessonDocument with slots for a lesson (`ai-fluency.json` beside it).
//    The worker keeps both in its precache.
// 2. When the player's address is opened, the worker (lessonReply.ts) sends the head, so that the page fetches styles
//    and fonts meanwhile. It reads the identity, lesson and reading position from IndexedDB and sends the body with its
//    slots filled in. Without a lesson that this learner may read, it sends the body without one.
// 3. An inline script in the page (`goToStoredPlace`, takeOver.ts) scrolls to where the reader stopped. The first frame
//    then shows the opening of the text; if the reader resumes further down, all of it. `#root` is hidden.
// 4. After the first paint the first script (src/app/start.ts) adds the rest of the text (`prepareTakeOver`) and loads
//    the app, which renders into the hidden `#root`.
// 5. The app dispatches APP_READY (src/ui/page/appReady.ts) when it shows more than a spinner. Between two frames the
//    instant lesson is removed and `#root` is shown; the text being read does not move.

/** The id of the element that contains the instant lesson, and the name of its page in PAGE_ATTRIBUTE. */
export const INSTANT_LESSON = "instant-lesson";

/**
 * The id of a `<template>` with the content below the first screen. In browsers with `rel=expect`, the first frame
 * waits for it.
 */
export const REST_ID = "instant-lesson-rest";

/**
 * The reading position as JSON, on a `<template>` in the instant lesson. It is removed once the page has been scrolled
 * there.
 */
export const PLACE_ATTRIBUTE = "data-place";

export const SLOTS = ["place", "offline", "header", "timer", "objectives", "text", "rest"] as const;
export type Slot = (typeof SLOTS)[number];

/** The player's document in pieces of HTML, as the build writes them. */
export type LessonDocument = {
  /** The HTML before `</head>`, which itself is part of `body`. */
  head: string;
  bodyWithoutLesson: string;
  /** Pieces of HTML and the slots between them, in order. Each slot occurs once. */
  bodyWithLesson: readonly (string | { slot: Slot })[];
  offlineNotice: string;
  headers: Record<LessonId, { open: string; completed: string }>;
  timers: Record<ModuleId, { poster: string; video: string }>;
  footer: string;
};

/** A lesson as a device stores it, with the reader's progress. */
export type StoredLesson = { pack: LessonPack; completed: boolean; place: Place | null };

export type Visit = StoredLesson & {
  isOnline: boolean;
  /** True if the address names a heading, which may be anywhere in the text. */
  namesHeading: boolean;
};

/** The body of the player's document with a lesson in it. */
export function bodyWithLesson(document: LessonDocument, visit: Visit): string {
  const { pack, completed, place, isOnline } = visit;
  const [text, rest] = splitText(visit);
  const content: Record<Slot, string> = {
    place: place ? `<template ${PLACE_ATTRIBUTE}="${escapeHtml(JSON.stringify(place))}"></template>` : "",
    offline: isOnline ? "" : document.offlineNotice,
    header: document.headers[pack.lessonId][completed ? "completed" : "open"],
    timer: document.timers[pack.moduleId][pack.video ? "video" : "poster"],
    objectives: pack.objectives.map((objective) => `<li>${escapeHtml(objective)}</li>`).join(""),
    text,
    rest: restTemplate(`<div>${rest}</div>${document.footer}`),
  };
  return document.bodyWithLesson
    .map((piece) => (typeof piece === "string" ? piece : content[piece.slot]))
    .join("");
}

export function restTemplate(content: string): string {
  return `<template id="${REST_ID}">${content}</template>`;
}

/**
 * The text of the first frame, and the rest. The HTML is trusted, because it comes only from our content compiler
 * (src/ui/Prose.tsx).
 */
function splitText({ pack, place, namesHeading }: Visit): [string, string] {
  const { html, opening = html } = pack;
  if (place || namesHeading) return [html, ""];
  return [opening, html.slice(opening.length)];
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
