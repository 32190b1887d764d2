import type { RefObject } from "react";
import type { Place } from "../../db/rows.ts";
import type { LessonPack } from "../../domain/pack.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
import { LessonBody } from "./LessonBody.tsx";
import { LessonText } from "./LessonText.tsx";
import { usePlace } from "./usePlace.ts";

/** Nobody reads the end first: its code comes after the text. */
const LessonAftermath = lazyPart(() => import("./LessonAftermath.tsx"));

type Props = {
  pack: LessonPack;
  activities: ActivitiesSlot;
  /** Where this learner stopped reading; null for the beginning. */
  startsAt: Place | null;
  /** For the objectives and the text, which are what is read. */
  textRef: RefObject<HTMLDivElement | null>;
};

/** Objectives, the text, what to carry away, sheets, terms and sources of a lesson. */
export function LessonReading({ pack, activities, startsAt, textRef }: Props) {
  usePlace(textRef, pack.lessonId, startsAt);
  return (
    <LessonBody
      objectives={pack.objectives.map((objective) => <li key={objective}>{objective}</li>)}
      textRef={textRef}
      text={<LessonText pack={pack} activities={activities} />}
    >
      <LessonAftermath pack={pack} />
    </LessonBody>
  );
}
