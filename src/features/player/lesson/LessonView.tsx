import { useEffect, useRef, useState } from "react";
import { useLesson } from "../../../db/live.ts";
import type { Place } from "../../../db/store/rows.ts";
import { loadLessonPlace } from "../../../db/synced/lessonPlaces.ts";
import { moduleOf } from "../../../domain/course/course.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { CourseState } from "../course/courseState.ts";
import { LessonReading } from "../reading/LessonReading.tsx";
import { LessonTools } from "../reading/LessonTools.tsx";
import type { ActivitiesSlot } from "../slots/activitiesSlot.ts";
import type { NotesSlot } from "../slots/notesSlot.ts";
import type { QuizSlot } from "../slots/quizSlot.ts";
import { celebrate } from "./celebrate.ts";
import { LessonTimer } from "./LessonTimer.tsx";
import { VideoPlace } from "./VideoPlace.tsx";

const AbsentLesson = lazyPart(() => import("./AbsentLesson.tsx"));
/** Most lessons have no video. */
const LessonVideo = lazyPart(() => import("./LessonVideo.tsx"), { fallback: <VideoPlace /> });
/** Loaded after the text, because it is below the text and imports the code that stores progress. */
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
  // Synchronises with the network: once the lesson is on screen, nothing more urgent has to be loaded.
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

/** Returns where the learner stopped reading, which is read from the device once. Until then it returns "loading". */
function useStoredPlace(lessonId: LessonId): Place | null | "loading" {
  const [place, setPlace] = useState<Place | null | "loading">("loading");
  // Synchronises with the device's store.
  useEffect(() => {
    const open = (stored: Place | null) => setPlace(stored && stored.part + stored.share > 0 ? stored : null);
    loadLessonPlace(lessonId).then(open, (error: unknown) => {
      console.warn("The reading position could not be read", error);
      setPlace(null);
    });
  }, [lessonId]);
  return place;
}
