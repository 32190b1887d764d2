import { type RefObject, useEffect, useLayoutEffect } from "react";
import type { LessonPack } from "../../../domain/course/pack.ts";
import { type LessonStep, nameOf, STEP_TITLE, titleAbove } from "../../../domain/course/steps.ts";
import type { LessonPosition } from "../../../entities/lessonPlace/lessonPlace.ts";
import { loadCode } from "../../../platform/loadCode.ts";
import { Prose } from "../../../ui/Prose.tsx";
import type { ActivitiesSlot } from "../slots/activitiesSlot.ts";
import { revealStep } from "../steps/revealStep.ts";
import { LessonBody, LessonStepSection, Objectives } from "./LessonBody.tsx";
import { LessonText } from "./LessonText.tsx";
import { numberOf, stepsIn } from "./textParts.ts";
import { usePlace } from "./usePlace.ts";

type Props = {
  pack: LessonPack;
  activities: ActivitiesSlot;
  steps: readonly LessonStep[];
  /** The step on screen, from 1, or null while the whole lesson is on one page. */
  step: number | null;
  /** Called when something in another step is to be shown: a note, a sentence read aloud, a word that was searched. */
  onShow: (step: number) => void;
  /** The position where this learner stopped reading, or null to start at the beginning. */
  startsAt: LessonPosition | null;
  /** Attached to the text. */
  textRef: RefObject<HTMLDivElement | null>;
};

/**
 * A lesson's objectives and text. Every step stays in the document, so that interactive parts keep their state and
 * notes, reading aloud and the browser's search find all of it.
 */
export function LessonReading({ pack, activities, steps, step, onShow, startsAt, textRef }: Props) {
  useShownStep(textRef, step, steps.length, onShow);
  usePlace(textRef, pack.lessonId, startsAt, step);
  const texts = steps.flatMap((each, index) =>
    each.html === null ? [] : [{ html: each.html, title: titleAbove(each), number: index + 1 }],
  );
  return (
    <LessonBody
      textRef={textRef}
      isUnopened
      text={
        <LessonText pack={pack} activities={activities}>
          {texts.map(({ html, title, number }) => (
            <LessonStepSection
              key={number}
              number={number}
              // A hidden step with a name would be an empty landmark.
              name={step === number ? nameOf(steps, number) : null}
            >
              {number === 1 && (
                <Objectives>
                  {pack.objectives.map((objective) => (
                    <li key={objective}>{objective}</li>
                  ))}
                </Objectives>
              )}
              {number > 1 && step !== null && title && <h2 className={STEP_TITLE}>{title}</h2>}
              <Prose html={html} />
            </LessonStepSection>
          ))}
        </LessonText>
      }
    />
  );
}

/** Loaded after the text, which can be read without it. */
const loadLayOutAhead = async () => (await loadCode(() => import("./layOutAhead.ts"))).layOutAhead;

/** Hides all steps of the text but one, or none. */
function useShownStep(
  text: RefObject<HTMLElement | null>,
  step: number | null,
  last: number,
  onShow: (step: number) => void,
): void {
  // Synchronises attributes that React does not render.
  useLayoutEffect(() => revealStep(text.current, step, last), [text, step, last]);

  // Synchronises the column's attribute with this component, because the quiz is shown in the same column.
  useLayoutEffect(() => {
    const { current } = text;
    return () => revealStep(current, null, last);
  }, [text, last]);

  // A browser lays out a hidden step only when asked.
  useEffect(() => {
    const next = stepsIn(text.current).find((each) => step !== null && numberOf(each) === step + 1);
    if (!next) return;
    const left = new AbortController();
    loadLayOutAhead()
      .then((layOutAhead) => layOutAhead(next, left.signal))
      .catch((error: unknown) => console.warn("The next step was not laid out ahead", error));
    return () => left.abort();
  }, [text, step]);

  // The browser's search announces what it is about to reveal. Our own code dispatches the same event before it shows
  // something in the text.
  useEffect(() => {
    const { current } = text;
    const follow = ({ target }: Event) => {
      const found = target instanceof Element ? target.closest<HTMLElement>("[data-step]") : null;
      if (found) onShow(numberOf(found));
    };
    current?.addEventListener("beforematch", follow);
    return () => current?.removeEventListener("beforematch", follow);
  }, [text, onShow]);
}
