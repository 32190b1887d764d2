import { PAGE_ATTRIBUTE } from "../app/documentPage.ts";
import type { Glance } from "../db/glance.ts";
import { FIRST_SIGHT_ID } from "../features/player/firstSightId.ts";
import {
  OBJECTIVE,
  PLACE_ATTRIBUTE,
  REST,
  REST_ID,
  SIGHT_END,
  SIGHT_START,
  TEXT,
  WHEN_ATTRIBUTE,
} from "./pieces.ts";
import { splitHtml } from "./splitHtml.ts";

/** Enough for a first screen, which begins with other things: a heading and what follows it. */
const FIRST_ELEMENTS = 2;
const PIECE = new RegExp(`<template ${WHEN_ATTRIBUTE}="([^"]*)">(.*?)</template>`, "gs");
const OBJECTIVE_ITEM = new RegExp(`<li[^>]*>${OBJECTIVE}</li>`);
const FOOTER = /<footer\b.*<\/footer>/s;
const EMPTY_ROOT = '<div id="root"';

type Visit = Glance & {
  isOnline: boolean;
  /** Whether the address names a heading, which may be anywhere in the text. */
  namesHeading: boolean;
};

/**
 * The body of the player's document with a lesson in it, from the body as the build wrote it. The rest of a long
 * text is put below what the first frame draws; all of it is there at once for a reader who goes on further down. Throws
 * on a document that the build did not write.
 */
export function withLesson(body: string, { pack, completed, place, isOnline, namesHeading }: Visit): string {
  const [start, end] = [body.indexOf(SIGHT_START), body.indexOf(SIGHT_END)];
  if (start < 0 || end < 0) throw new Error("the document has no first sight");
  const shown = new Set([
    `lesson-${pack.lessonId}${completed ? "-done" : ""}`,
    `module-${pack.moduleId}${pack.video ? "-video" : ""}`,
    isOnline ? "" : "offline",
  ]);
  // Only what our own content compiler made, as in src/ui/Prose.tsx; objectives are plain text.
  const [text, rest] = place || namesHeading ? [pack.html, ""] : splitHtml(pack.html, FIRST_ELEMENTS);
  const parts = body
    .slice(start + SIGHT_START.length, end)
    .replace(PIECE, (_, when: string, piece: string) => (shown.has(when) ? piece : ""))
    .replace(OBJECTIVE_ITEM, (item) =>
      pack.objectives.map((objective) => item.replace(OBJECTIVE, () => escaped(objective))).join(""),
    )
    .replace(TEXT, () => text);
  const footer = FOOTER.exec(parts)?.[0] ?? "";
  const atPlace = place ? ` ${PLACE_ATTRIBUTE}='${JSON.stringify(place)}'` : "";
  const sight = `<div id="${FIRST_SIGHT_ID}"${atPlace}>${parts.replace(footer, "")}</div>`;
  // The document holds a page, though none of the app's: the router leaves the window where the reader has it.
  const after = body
    .slice(end + SIGHT_END.length)
    .replace(EMPTY_ROOT, `${EMPTY_ROOT} hidden ${PAGE_ATTRIBUTE}="${FIRST_SIGHT_ID}"`)
    .replace(REST, () => `<template id="${REST_ID}"><div>${rest}</div>${footer}</template>`);
  return body.slice(0, start) + sight + after;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
