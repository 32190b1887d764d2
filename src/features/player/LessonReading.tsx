import type { RefObject } from "react";
import type { Place } from "../../db/rows.ts";
import type { LessonPack } from "../../domain/pack.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
import { LessonBody } from "./LessonBody.tsx";
import { LessonText } from "./LessonText.tsx";
import { usePlace } from "./usePlace.ts";

/** Loaded after the text, because nobody reads the end first. */
const LessonAftermath = lazyPart(() => import("./LessonAftermath.tsx"));

type Props = {
  pack: LessonPack;
  activities: ActivitiesSlot;
  /** Where this learner stopped reading, or null to start at the beginning. */
  startsAt: Place | null;
  /** Attached to the objectives and the text. */
  textRef: RefObject<HTMLDivElement | null>;
};

/** A lesson's objectives, text, key takeaways, sheets, terms and sources. */
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
