import type { RefObject } from "react";
import type { LessonPack } from "../../../domain/course/pack.ts";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";
import type { CourseState } from "../course/courseState.ts";
import { LessonStepSection } from "../reading/LessonBody.tsx";
import { LessonActions } from "./LessonActions.tsx";
import { LessonAftermath, LessonLabs, LessonTakeaways } from "./LessonAftermath.tsx";

/** Only in the free lesson. */
const SampleEnd = lazyPart(() => import("./SampleOffer.tsx"));

type Props = {
  pack: LessonPack;
  course: CourseState;
  /** The number of this step, which is the last one. */
  number: number;
  /** The name for assistive technology, or null while the whole lesson is on one page. */
  name: string | null;
  /** False while another step is on screen. The takeaways, terms and sources are printed all the same. */
  isShown: boolean;
  isBackFromQuiz: boolean;
  onTakeQuiz: () => void;
  /** Attached to the heading above the buttons for sharing. */
  shareRef: RefObject<HTMLHeadingElement | null>;
};

/** The last step of a lesson: the key takeaways, the quiz and the completion, and what belongs to the lesson. */
export default function LessonEnd({
  pack,
  course,
  number,
  name,
  isShown,
  isBackFromQuiz,
  onTakeQuiz,
  shareRef,
}: Props) {
  const isSample = course.standingOf(pack.lessonId) === "preview";
  return (
    <div className="reading" data-on="last">
      <LessonStepSection number={number} name={name}>
        <LessonTakeaways takeaways={pack.takeaways} />
        {isShown && (
          <LessonActions
            isWhole={name === null}
            lessonId={pack.lessonId}
            course={course}
            takesFocus={isBackFromQuiz}
            onTakeQuiz={onTakeQuiz}
            shareRef={shareRef}
          />
        )}
        <LessonLabs pack={pack} signedIn={course.signedIn} areFree={isSample} />
        {isShown && isSample && <SampleEnd signedIn={course.signedIn} />}
        <LessonAftermath pack={pack} />
      </LessonStepSection>
    </div>
  );
}
