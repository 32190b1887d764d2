import type { ReactNode } from "react";
import { PAGE_ATTRIBUTE, SCRIPTS_ATTRIBUTE } from "../app/document/documentPage.ts";
import { AcademyFrame } from "../app/frame/AcademyFrame.tsx";
import { OfflineWords } from "../app/frame/OfflineNotice.tsx";
import { COURSE } from "../domain/course/course.ts";
import type { LessonPack } from "../domain/course/pack.ts";
import { PREVIEW_LESSON_ID } from "../domain/ids.ts";
import { paths } from "../domain/paths.ts";
import { CourseFrame } from "../features/player/course/CourseFrame.tsx";
import { HeadActions } from "../features/player/lesson/LessonButtons.tsx";
import { LessonActionRow, LessonHeader } from "../features/player/lesson/LessonHeader.tsx";
import { LessonTimer } from "../features/player/lesson/LessonTimer.tsx";
import { PreviewNote } from "../features/player/lesson/PreviewNote.tsx";
import { LessonBody, LessonStepSection, Objectives } from "../features/player/reading/LessonBody.tsx";
import { StepBar } from "../features/player/steps/StepBar.tsx";
import { StepLinks } from "../features/player/steps/StepLinks.tsx";
import { siteOrigin } from "../platform/env.ts";
import { Prose } from "../ui/Prose.tsx";
import {
  BLANKS,
  bodyWithLesson,
  INSTANT_LESSON,
  type LessonDocument,
  SLOTS,
  type Slot,
} from "./lessonDocument.ts";
import { PREVIEW } from "./preview.ts";

// The build runs this module in Node; no page loads it.

const ANONYMOUS = { email: null, onSignOut: () => undefined };
const RENDERED_SLOT = /<slot name="(\w+)"><\/slot>/;

type Parts = {
  /** index.html, split where the player's document differs from it. */
  shell: {
    /** The HTML before the first script. */
    start: string;
    firstScript: string;
    /** The HTML from there to `</head>`, which contains the styles. */
    styles: string;
    /** The HTML from `</head>` to `#root`. */
    bodyStart: string;
    bodyEnd: string;
  };
  /** The code of the inline scripts: goToStoredPlace(), showPreview() and, for the reader's settings, applyStoredReading(). */
  inline: { reading: string; place: string; preview: string };
  /** The lesson that everyone may read. */
  preview: LessonPack;
  /** Addresses of the scripts of the app and the player, to be run after `shell.firstScript`. */
  scripts: readonly string[];
  /** Renders to static HTML. `prefix` makes the ids of separate calls distinct. */
  render: (node: ReactNode, prefix: string) => Promise<string>;
};

/** The player's document, from the player's own components, so that nothing moves when the app takes over. */
export async function buildLessonDocument({
  shell,
  inline,
  preview,
  scripts,
  render,
}: Parts): Promise<LessonDocument & { bodyWithoutLesson: string }> {
  const root = (attributes: string) =>
    `<div id="root"${attributes} ${SCRIPTS_ATTRIBUTE}="${scripts.join(" ")}"></div>`;
  const placeScript = `<script>${inline.place}</script>`;
  const end = shell.firstScript + shell.bodyEnd;
  const document: LessonDocument = {
    head: [
      shell.start,
      // Before the styles, because an inline script after them would wait for them.
      `<script>${inline.reading}</script>`,
      `<link rel="expect" href="#root" blocking="render">`,
      shell.styles,
    ].join(""),
    bodyWithLesson: [
      shell.bodyStart,
      ...piecesOf(await render(<InstantLesson />, "lesson")),
      // Marks the document as one that contains a page, although not a page of the app, so that the router keeps the
      // scroll position.
      placeScript + root(` hidden ${PAGE_ATTRIBUTE}="${INSTANT_LESSON}"`),
      end,
    ],
    offlineNotice: await render(<OfflineWords />, "offline"),
    headers: await renderEach(
      COURSE.modules.flatMap(({ lessons }) => lessons),
      async ({ id }) => {
        const header = (completed: boolean) => (
          <LessonHeader
            lessonId={id}
            completed={completed}
            takesFocus={false}
            actions={actionsOf(completed)}
          />
        );
        return {
          open: await render(header(false), "header"),
          completed: await render(header(true), "header"),
        };
      },
    ),
    timers: await renderEach(COURSE.modules, ({ id }) =>
      render(<LessonTimer moduleId={id} startedAtMs={Date.now()} />, "timer"),
    ),
    bar: {
      steps: await render(<StepBar title={BLANKS.title} progress={BLANKS} />, "bar"),
      whole: await render(<StepBar title={BLANKS.title} progress={null} />, "bar"),
    },
    laterHeader: {
      open: await render(<LaterHeader completed={false} />, "header"),
      completed: await render(<LaterHeader completed />, "header"),
    },
    text: { first: await render(<Step isFirst />, "text"), later: await render(<Step />, "text") },
    links: {
      first: await render(<StepLinks back={null} next={`/${BLANKS.next}`} />, "links"),
      later: await render(<StepLinks back={`/${BLANKS.back}`} next={`/${BLANKS.next}`} />, "links"),
    },
  };
  const pieces = piecesOf(
    await render(<InstantLesson notice={<PreviewNote signedIn={false} />} />, "preview"),
  );
  const bar = {
    ...document.bar,
    steps: await render(<StepBar title={BLANKS.title} progress={BLANKS} hasPlans />, "bar"),
  };
  const firstStep = `<template id="${PREVIEW}">${previewOf({ ...document, bodyWithLesson: pieces, bar }, preview)}</template>`;
  const previewScript = `<script>${inline.preview}</script>`;
  return {
    ...document,
    bodyWithoutLesson: [shell.bodyStart, root(""), firstStep, previewScript, end].join(""),
  };
}

/** The first step of the free preview, as a visitor sees it. */
function previewOf(document: LessonDocument, pack: LessonPack): string {
  const url = new URL(paths.course(pack.lessonId), siteOrigin());
  const html = bodyWithLesson(document, { pack, completed: false, place: null, isOffline: false, url });
  if (html === null) throw new Error("the free preview has no text");
  return html;
}

/**
 * The player as it looks while a lesson is read. What only the app knows (account, progress, outline) is left out, or
 * its space is reserved invisibly where something would move. So are buttons, which work only in the app. `notice` is for a
 * visitor, who has no account.
 */
function InstantLesson({ notice }: { notice?: ReactNode }) {
  return (
    <div
      id={INSTANT_LESSON}
      className={`flex min-h-dvh flex-col [&_main_button]:invisible ${notice ? "" : "[&_a[href='/auth']]:invisible"}`}
    >
      <SlotElement name="place" />
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SlotElement name="offline" />
      <AcademyFrame account={ANONYMOUS} fillsWindow>
        <CourseFrame outline={null}>
          <SlotElement name="bar" />
          <SlotElement name="header" />
          {notice && <div>{notice}</div>}
          <SlotElement name="timer" />
          <LessonBody text={<SlotElement name="text" />} />
          <SlotElement name="links" />
        </CourseFrame>
      </AcademyFrame>
    </div>
  );
}

/** What is left of the header after the first step, with a blank. */
function LaterHeader({ completed }: { completed: boolean }) {
  return (
    <>
      <h1 className="sr-only">{BLANKS.title}</h1>
      <LessonActionRow completed={completed}>{actionsOf(completed)}</LessonActionRow>
    </>
  );
}

/** They reserve the space of the buttons, whichever lesson they belong to. */
function actionsOf(completed: boolean) {
  return (
    <HeadActions
      lessonId={PREVIEW_LESSON_ID}
      course={{ signedIn: true, progressLoad: "done", isComplete: () => completed }}
      takesFocus={false}
      onTakeQuiz={() => undefined}
      onShare={() => undefined}
    />
  );
}

/** A step of the text, with blanks. */
function Step({ isFirst = false }: { isFirst?: boolean }) {
  return (
    <LessonStepSection number={BLANKS.step} name={BLANKS.name}>
      {isFirst ? <Objectives>{BLANKS.objectives}</Objectives> : BLANKS.heading}
      <Prose html={BLANKS.html} />
    </LessonStepSection>
  );
}

/** Marks where the worker inserts the content of a slot. */
function SlotElement({ name }: { name: Slot }) {
  return <slot name={name} />;
}

/** Splits rendered HTML at its slots. Throws unless each slot occurs once. */
function piecesOf(html: string): LessonDocument["bodyWithLesson"] {
  const pieces = html.split(RENDERED_SLOT).map((piece, index) => {
    const slot = SLOTS.find((each) => each === piece);
    return index % 2 === 1 && slot ? { slot } : piece;
  });
  const found = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.slot]));
  if ([...found].sort().join() !== [...SLOTS].sort().join())
    throw new Error(`the instant lesson has the slots ${found.join(", ")}, needs ${SLOTS.join(", ")}`);
  return pieces;
}

async function renderEach<Item extends { id: string | number }, Rendered>(
  items: readonly Item[],
  renderItem: (item: Item) => Promise<Rendered>,
): Promise<Record<Item["id"], Rendered>> {
  const entries: [Item["id"], Rendered][] = [];
  for (const item of items) entries.push([item.id, await renderItem(item)]);
  return Object.fromEntries(entries) as Record<Item["id"], Rendered>; // Each id comes from an item.
}
