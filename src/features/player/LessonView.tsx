import { useEffect, useRef, useState } from "react";
import { useLesson } from "../../db/live.ts";
import { moduleOf } from "../../domain/course.ts";
import type { LessonId } from "../../domain/ids.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
import { celebrate } from "./celebrate.ts";
import type { CourseState } from "./courseState.ts";
import { LessonReading } from "./LessonReading.tsx";
import { LessonTimer } from "./LessonTimer.tsx";
import { LessonTools } from "./LessonTools.tsx";
import type { NotesSlot } from "./notesSlot.ts";
import type { QuizSlot } from "./quizSlot.ts";
import { useStoredPlace } from "./useStoredPlace.ts";
import { VideoPlace } from "./VideoPlace.tsx";

const AbsentLesson = lazyPart(() => import("./AbsentLesson.tsx"));
/** Most lessons have no video. */
const LessonVideo = lazyPart(() => import("./LessonVideo.tsx"), { fallback: <VideoPlace /> });
/** Loaded after the text: it is below it and brings the code that stores progress. */
const LessonActions = lazyPart(() => import("./LessonActions.tsx"));

type Props = {
  lessonId: LessonId;
  course: CourseState;
  quiz: QuizSlot;
  activities: ActivitiesSlot;
  notes: NotesSlot;
};

/** An accessible lesson: its text or its quiz. A new `key` restarts it. */
export function LessonView({ lessonId, course, quiz: Quiz, activities, notes: Notes }: Props) {
  const lesson = useLesson(lessonId);
  const place = useStoredPlace(lessonId);
  const [startedAtMs] = useState(() => Date.now());
  const [quizState, setQuizState] = useState<"unopened" | "open" | "closed">("unopened");

  const [isEndWanted, setIsEndWanted] = useState(false);
  const textRef = useRef<HTMLDivElement>(null);
  const notesRef = useRef<HTMLHeadingElement>(null);
  const quizRef = useRef<HTMLButtonElement>(null);
  // Synchronises with the network, which has nothing more urgent to load once the lesson is on screen.
  useEffect(() => {
    if (lesson.status === "ready") Quiz.preload();
  }, [lesson.status, Quiz]);

  if (lesson.status === "missing") {
    return <AbsentLesson lessonId={lessonId} signedIn={course.signedIn} />;
  }
  if (lesson.status === "loading" || place === "loading") return <Spinner label="Opening the lesson…" />;
  if (quizState === "open") {
    return (
      <Quiz
        pack={lesson.pack}
        lessonVersion={lesson.version}
        signedIn={course.signedIn}
        onClose={() => setQuizState("closed")}
        onComplete={celebrate}
      />
    );
  }
  const isBackFromQuiz = quizState === "closed";

  function skipText(): void {
    if (quizRef.current) quizRef.current.focus();
    else setIsEndWanted(true);
  }

  function showNotes(): void {
    notesRef.current?.focus();
  }

  return (
    <>
      <LessonTimer
        moduleId={moduleOf(lessonId).id}
        startedAtMs={startedAtMs}
        video={lesson.pack.video && <LessonVideo pack={lesson.pack} />}
      />
      <LessonTools text={textRef} onSkipText={skipText} onNotes={course.signedIn ? showNotes : null} />
      <LessonReading
        pack={lesson.pack}
        activities={activities}
        startsAt={isBackFromQuiz ? null : place}
        textRef={textRef}
      />
      {course.signedIn && (
        <Notes headingRef={notesRef} text={textRef} pack={lesson.pack} lessonVersion={lesson.version} />
      )}
      <LessonActions
        lessonId={lessonId}
        course={course}
        takesFocus={isBackFromQuiz || isEndWanted}
        quizRef={quizRef}
        onTakeQuiz={() => setQuizState("open")}
      />
    </>
  );
}
