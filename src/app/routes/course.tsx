import { memo } from "react";
import { COURSE, outlineLesson } from "../../domain/course/course.ts";
import { isLessonId } from "../../domain/ids.ts";
import { linkedName } from "../../domain/text/linkedValue.ts";
import { CoursePage } from "../../features/player/CoursePage.tsx";
import type { CompletionSlotProps } from "../../features/player/slots/completionSlot.ts";
import type { NotesSlotProps } from "../../features/player/slots/notesSlot.ts";
import type { QuizSlotProps } from "../../features/player/slots/quizSlot.ts";
import { useAfterFirstPaint } from "../../ui/page/appReady.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { ReadBoundary } from "../../ui/page/ReadBoundary.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { titled } from "../page.ts";
import { Activities, BesideLesson } from "./activities.tsx";

const load = async () => ({ default: (await import("../../features/quiz/QuizPanel.tsx")).QuizPanel });
const LazyPanel = lazyPart<QuizSlotProps>(load, { fallback: <Spinner label="Opening the quiz…" /> });

function Quiz(props: QuizSlotProps) {
  return <LazyPanel {...props} />;
}

const quiz = Object.assign(Quiz, {
  preload: () => {
    load().catch((error: unknown) => console.warn("The quiz's code could not be preloaded", error));
  },
});

export const handle = titled(({ query }) => {
  const lessonId = linkedName(query, "lesson");
  return lessonId && isLessonId(lessonId) ? outlineLesson(lessonId).title : COURSE.title;
});

/** Combines the player, quiz, workbook, notes and certificate, because features may not import each other. */
export function Component() {
  return <CoursePage quiz={quiz} activities={Activities} notes={LessonNotes} completion={Completion} />;
}

/** If the dialog's code cannot be fetched, the dialog is shown the next time the player is opened. */
const LazyDialog = lazyPart<CompletionSlotProps>(
  async () => ({
    default: (await import("../../features/certificate/CertificatePanel.tsx")).CompletionDialog,
  }),
  { Missing: () => null },
);

/** The certificate's code is loaded when the course is complete. */
function Completion(props: CompletionSlotProps) {
  return (
    <ReadBoundary log="Error loading your certificate" failed={() => null}>
      <LazyDialog {...props} />
    </ReadBoundary>
  );
}

const LazyNotes = lazyPart(() => import("../../features/notes/LessonNotes.tsx"));

/**
 * The section for notes below the text. Its code loads after the text, which can be read without it. Not rendered again
 * with every step.
 */
const LessonNotes = memo(function LessonNotes({ headingRef, ...lesson }: NotesSlotProps) {
  const isPainted = useAfterFirstPaint();
  const notes = isPainted && (
    <BesideLesson part="your notes">
      <LazyNotes {...lesson} />
    </BesideLesson>
  );
  if (!lesson.isListed) return notes;
  return (
    <section
      aria-labelledby="lesson-notes"
      className="flex flex-col gap-4 border-t border-line pt-6 print:hidden"
    >
      <h2 id="lesson-notes" ref={headingRef} tabIndex={-1} className="scroll-mt-6 text-2xl">
        Your notes
      </h2>
      {notes}
    </section>
  );
});
