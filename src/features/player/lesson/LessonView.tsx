import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLesson } from "../../../db/live.ts";
import { loadLessonPlace } from "../../../db/synced/lessonPlaces.ts";
import { moduleOf } from "../../../domain/course/course.ts";
import type { LessonPack } from "../../../domain/course/pack.ts";
import { nameOf, stepsOf, stepWords } from "../../../domain/course/steps.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import type { LessonPosition } from "../../../entities/lessonPlace/lessonPlace.ts";
import { useReadingPreferences } from "../../../platform/device/readingPreferences.ts";
import { useAfterFirstPaint } from "../../../ui/page/appReady.ts";
import { lazyPart, MissingDialog } from "../../../ui/page/lazyPart.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { CourseState } from "../course/courseState.ts";
import { nextStop } from "../course/nextLesson.ts";
import { LessonReading } from "../reading/LessonReading.tsx";
import type { ActivitiesSlot } from "../slots/activitiesSlot.ts";
import type { NotesSlot } from "../slots/notesSlot.ts";
import type { QuizSlot } from "../slots/quizSlot.ts";
import { StepBar } from "../steps/StepBar.tsx";
import { StepLinks } from "../steps/StepLinks.tsx";
import { useStep } from "../steps/useStep.ts";
import { useStepGestures } from "../steps/useStepGestures.ts";
import { celebrateLater, EndOfBar, HeadActions } from "./LessonButtons.tsx";
import { LessonHeader } from "./LessonHeader.tsx";
import { LessonTimer } from "./LessonTimer.tsx";

/** The spinner keeps an instant lesson on screen until the app has the lesson too. */
const AbsentLesson = lazyPart(() => import("./AbsentLesson.tsx"), {
  fallback: <Spinner label="Looking for the lesson…" />,
});
/** Loaded after the text, because it is the last step. */
const LessonEnd = lazyPart(() => import("./LessonEnd.tsx"));
const LessonMenu = lazyPart(() => import("../steps/LessonMenu.tsx"), { Missing: MissingDialog });
/** Only in the free lesson. */
const PassedOffer = lazyPart(async () => ({ default: (await import("./SampleOffer.tsx")).PassedOffer }));
const ReadAloudBar = lazyPart(() => import("../aloud/ReadAloudBar.tsx"));

type Props = {
  lessonId: LessonId;
  course: CourseState;
  /** Shown with the lesson's title on its first and its last step. */
  notice: ReactNode;
  /** True if the learner has just chosen this lesson, so that focus moves to its title. */
  takesFocus: boolean;
  onChoose: () => void;
  quiz: QuizSlot;
  activities: ActivitiesSlot;
  notes: NotesSlot;
};

/** An accessible lesson: its text or its quiz. A new `key` restarts it. */
export function LessonView(props: Props) {
  const { lessonId, course } = props;
  const lesson = useLesson(lessonId);
  const place = useStoredPlace(lessonId);
  const header = (
    <LessonHeader lessonId={lessonId} completed={course.isComplete(lessonId)} takesFocus={props.takesFocus} />
  );
  if (lesson.status === "missing")
    return (
      <>
        {header}
        <AbsentLesson lessonId={lessonId} signedIn={course.signedIn} />
      </>
    );
  if (lesson.status === "loading" || place === "loading")
    return (
      <>
        {header}
        <Spinner label="Opening the lesson…" />
      </>
    );
  return <StoredLesson {...props} pack={lesson.pack} lessonVersion={lesson.version} place={place} />;
}

type StoredProps = Props & { pack: LessonPack; lessonVersion: number; place: LessonPosition | null };

/** A lesson on this device, step by step or, if the learner prefers, on one page. */
function StoredLesson({ pack, lessonVersion, place, ...props }: StoredProps) {
  const { lessonId, course, notice, takesFocus, onChoose, quiz: Quiz, activities, notes: Notes } = props;
  const [startedAtMs] = useState(() => Date.now());
  const [quizState, setQuizState] = useState<"unopened" | "open" | "closed">("unopened");
  const [quizAsked, setQuizAsked] = useState<"head" | "end">("head");
  const [{ lessonView }, prefer] = useReadingPreferences();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isAloud, setIsAloud] = useState(false);
  const silence = useCallback(() => setIsAloud(false), []);
  const steps = useMemo(() => stepsOf(pack), [pack]);
  const isWhole = lessonView === "whole" || !pack.steps;
  const completed = course.isComplete(lessonId);
  const textRef = useRef<HTMLDivElement>(null);
  const { step, show, move, showEnd } = useStep(
    { lessonId, steps, isWhole, text: textRef },
    { step: place?.step, isComplete: completed },
  );
  const notesRef = useRef<HTMLHeadingElement>(null);
  const shareRef = useRef<HTMLHeadingElement>(null);
  const isLast = isWhole || step === steps.length;
  const isPainted = useAfterFirstPaint();
  useStepGestures(textRef, {
    onBack: () => move(-1),
    onNext: () => move(1),
    isOff: isWhole || quizState === "open",
  });

  // Once the lesson is on screen, nothing more urgent has to be loaded.
  useEffect(() => {
    if (isPainted) Quiz.preload();
  }, [Quiz, isPainted]);

  if (quizState === "open") {
    return (
      <div data-quiz className="contents">
        <LessonHeader lessonId={lessonId} completed={completed} takesFocus={false} />
        <Quiz
          pack={pack}
          lessonVersion={lessonVersion}
          signedIn={course.signedIn}
          next={nextStop(lessonId, course)}
          offer={course.standingOf(lessonId) === "preview" ? PassedOffer : null}
          onClose={() => setQuizState("closed")}
          onComplete={celebrateLater}
        />
      </div>
    );
  }

  /** Opens the quiz. Its button takes the focus again afterwards. */
  const takeQuizFrom = (place: "head" | "end") => () => {
    setQuizAsked(place);
    setQuizState("open");
  };
  const isBackAt = (place: "head" | "end") => quizState === "closed" && quizAsked === place;
  const showAtEnd = (heading: RefObject<HTMLHeadingElement | null>) => () => {
    showEnd();
    heading.current?.focus();
  };

  const to = (number: number) =>
    number >= 1 && number <= steps.length ? paths.course(lessonId, { step: number }) : null;
  return (
    <>
      <StepBar
        title={pack.title}
        progress={isWhole ? null : { step, steps: steps.length, words: stepWords(steps, step, completed) }}
        hasPlans={course.standingOf(lessonId) === "preview"}
        onContents={() => setIsMenuOpen(true)}
      />
      <LessonHeader
        lessonId={lessonId}
        completed={completed}
        // After the quiz, its button takes it.
        takesFocus={takesFocus && quizState === "unopened"}
        actions={
          // The last step has the same buttons at its end.
          (isWhole || !isLast || completed) && (
            <HeadActions
              lessonId={lessonId}
              course={course}
              takesFocus={isBackAt("head")}
              onTakeQuiz={takeQuizFrom("head")}
              onShare={showAtEnd(shareRef)}
            />
          )
        }
      />
      {notice && <div data-on="first last">{notice}</div>}
      <div data-on="first">
        <LessonTimer moduleId={moduleOf(lessonId).id} startedAtMs={startedAtMs} />
      </div>
      <LessonReading
        pack={pack}
        activities={activities}
        steps={steps}
        step={isWhole ? null : step}
        onShow={show}
        startsAt={quizState === "closed" ? null : place}
        textRef={textRef}
      />
      {(isLast || isPainted) && (
        <LessonEnd
          pack={pack}
          course={course}
          number={steps.length}
          name={isWhole ? null : nameOf(steps, steps.length)}
          isShown={isLast}
          isBackFromQuiz={isBackAt("end")}
          onTakeQuiz={takeQuizFrom("end")}
          shareRef={shareRef}
        />
      )}
      {course.signedIn && (
        <Notes
          headingRef={notesRef}
          text={textRef}
          pack={pack}
          lessonVersion={lessonVersion}
          isListed={isLast}
          onList={showEnd}
        />
      )}
      {!isWhole && (
        <StepLinks
          back={to(step - 1)}
          next={to(step + 1)}
          onBack={() => move(-1)}
          onNext={() => move(1)}
          end={
            <EndOfBar
              completed={completed}
              next={nextStop(lessonId, course)}
              takesFocus={isBackAt("end")}
              onTakeQuiz={takeQuizFrom("end")}
            />
          }
        />
      )}
      {isAloud && <ReadAloudBar lesson={pack.title} text={textRef} onClose={silence} />}
      {isMenuOpen && (
        <LessonMenu
          lessonId={lessonId}
          course={course}
          steps={steps}
          step={isWhole ? null : step}
          onStep={show}
          onView={pack.steps ? (view) => prefer({ lessonView: view }) : null}
          onReadAloud={() => setIsAloud(true)}
          onNotes={course.signedIn ? showAtEnd(notesRef) : null}
          onChoose={onChoose}
          onClose={() => setIsMenuOpen(false)}
        />
      )}
    </>
  );
}

/** Returns where the learner stopped reading, which is read from the device once. Until then it returns "loading". */
function useStoredPlace(lessonId: LessonId): LessonPosition | null | "loading" {
  const [place, setPlace] = useState<LessonPosition | null | "loading">("loading");
  useEffect(() => {
    loadLessonPlace(lessonId).then(setPlace, (error: unknown) => {
      console.warn("The reading position could not be read", error);
      setPlace(null);
    });
  }, [lessonId]);
  return place;
}
