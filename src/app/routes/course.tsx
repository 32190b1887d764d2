import { lazy, Suspense } from "react";
import { CoursePage } from "../../features/player/CoursePage.tsx";
import type { QuizSlotProps } from "../../features/player/quizSlot.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { Activities } from "./activities.tsx";

const load = async () => ({ default: (await import("../../features/quiz/QuizPanel.tsx")).QuizPanel });
const LazyPanel = lazy(load);

function Quiz(props: QuizSlotProps) {
  return (
    <Suspense fallback={<Spinner label="Opening the quiz…" />}>
      <LazyPanel {...props} />
    </Suspense>
  );
}

const quiz = Object.assign(Quiz, {
  preload: () => {
    load().catch((error: unknown) => console.warn("The quiz's code could not be loaded ahead", error));
  },
});

/** Where the player, the quiz and the workbook meet: the features do not know each other. */
export function Component() {
  return <CoursePage quiz={quiz} activities={Activities} />;
}
