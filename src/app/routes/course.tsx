import { COURSE, outlineLesson } from "../../domain/course/course.ts";
import { isLessonId } from "../../domain/ids.ts";
import { linkedName } from "../../domain/linkedValue.ts";
import { CoursePage } from "../../features/player/CoursePage.tsx";
import type { CompletionSlotProps } from "../../features/player/slots/completionSlot.ts";
import type { QuizSlotProps } from "../../features/player/slots/quizSlot.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { ReadBoundary } from "../../ui/page/ReadBoundary.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { titled } from "../page.ts";
import { Activities } from "./activities.tsx";
import { LessonNotes } from "./lessonNotes.tsx";

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
    default: (await import("../../features/certificate/CompletionDialog.tsx")).CompletionDialog,
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
