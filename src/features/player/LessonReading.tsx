import { lazy, Suspense } from "react";
import type { LessonPack } from "../../domain/pack.ts";
import type { ActivitiesSlot } from "./activitiesSlot.ts";
import { LessonText } from "./LessonText.tsx";

/** Nobody reads the end first: its code comes after the text. */
const LessonAftermath = lazy(() => import("./LessonAftermath.tsx"));

/** Objectives, the text, what to carry away, sheets, terms and sources of a lesson. */
export function LessonReading({ pack, activities }: { pack: LessonPack; activities: ActivitiesSlot }) {
  return (
    <div className="flex flex-col gap-8">
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
      <Suspense>
        <LessonAftermath pack={pack} />
      </Suspense>
    </div>
  );
}
