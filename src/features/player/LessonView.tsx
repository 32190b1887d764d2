import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLesson } from "../../db/live.ts";
import { moduleOf } from "../../domain/course.ts";
import type { LessonId } from "../../domain/ids.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AbsentLesson } from "./AbsentLesson.tsx";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
import { celebrate } from "./celebrate.ts";
import { LessonActions } from "./LessonActions.tsx";
import { LessonReading } from "./LessonReading.tsx";
import { LessonTimer } from "./LessonTimer.tsx";
import type { QuizSlot } from "./quizSlot.ts";

type Props = {
  lessonId: LessonId;
  completed: boolean;
  percent: number;
  signedIn: boolean;
  quiz: QuizSlot;
  activities: ActivitiesSlot;
};

/** A lesson that this person may read: its text, or its quiz. A new `key` starts it afresh. */
export function LessonView({ lessonId, completed, percent, signedIn, quiz: Quiz, activities }: Props) {
  const lesson = useLesson(lessonId);
  const [startedAtMs] = useState(() => Date.now());
  const [quizState, setQuizState] = useState<"unopened" | "open" | "closed">("unopened");

  const quizRef = useRef<HTMLButtonElement>(null);
  // Synchronises with the network, which has nothing more urgent to bring once the lesson is on screen.
  useEffect(() => {
    if (lesson.status === "ready") Quiz.preload();
  }, [lesson.status, Quiz]);

  switch (lesson.status) {
    case "loading":
      return <Spinner label="Opening the lesson…" />;
    case "missing":
      return <AbsentLesson />;
    case "ready":
      break;
  }
  if (quizState === "open") {
    return (
      <Quiz
        pack={lesson.pack}
        lessonVersion={lesson.version}
        signedIn={signedIn}
        onClose={() => setQuizState("closed")}
        onComplete={celebrate}
      />
    );
  }
  return (
    <>
      <LessonTimer moduleId={moduleOf(lessonId).id} startedAtMs={startedAtMs} />
      <Button
        variant="secondary"
        className="self-start print:hidden"
        onClick={() => quizRef.current?.focus()}
      >
        <ArrowDown aria-hidden="true" className="size-5" />
        To the end of the lesson
      </Button>
      <LessonReading pack={lesson.pack} activities={activities} />
      <LessonActions
        lessonId={lessonId}
        completed={completed}
        percent={percent}
        signedIn={signedIn}
        isBackFromQuiz={quizState === "closed"}
        quizRef={quizRef}
        onTakeQuiz={() => setQuizState("open")}
      />
    </>
  );
}
