import { type RefObject, Suspense } from "react";
import type { Place } from "../../db/rows.ts";
import type { LessonPack } from "../../domain/pack.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
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
    <div className="reading flex flex-col gap-8">
      <div ref={textRef} className="flex flex-col gap-8">
        <section aria-labelledby="objectives-title">
          <h2 id="objectives-title" className="text-2xl">
            After this lesson you can
          </h2>
          <ul className="mt-3 flex list-disc flex-col gap-1 pl-6">
            {pack.objectives.map((objective) => (
              <li key={objective}>{objective}</li>
            ))}
          </ul>
        </section>
        <LessonText pack={pack} activities={activities} />
      </div>
      <Suspense>
        <LessonAftermath pack={pack} />
      </Suspense>
    </div>
  );
}
