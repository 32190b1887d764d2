import { startTransition, useEffect, useState } from "react";
import type { LessonPack } from "../../domain/pack.ts";
import { type Entry, entryOf } from "../../domain/search.ts";
import { type CoursePassage, lessonPassages } from "./lessonPassages.ts";

export type CourseEntry = Entry<CoursePassage>;
export type LessonIndex = Pick<LessonPack, "lessonId"> & { entries: CourseEntry[] };

/**
 * The lessons made searchable; null until they are, and for null. They are prepared one by one and between what the
 * browser has to do, so that nobody who types already has to wait for it.
 */
export function useLessonIndex(packs: readonly LessonPack[] | null): readonly LessonIndex[] | null {
  const [index, setIndex] = useState<LessonIndex[] | null>(null);

  // Synchronises with the lessons on this device.
  useEffect(() => {
    if (!packs) {
      setIndex(null);
      return undefined;
    }
    let isWanted = true;
    const build = async () => {
      const built: LessonIndex[] = [];
      for (const pack of packs) {
        built.push({ lessonId: pack.lessonId, entries: lessonPassages(pack).map(entryOf) });
        await new Promise((resolve) => setTimeout(resolve));
        if (!isWanted) return;
      }
      startTransition(() => setIndex(built));
    };
    // What goes wrong here is a fault of the page, and is shown as one.
    build().catch((error: unknown) =>
      setIndex(() => {
        throw error;
      }),
    );
    return () => {
      isWanted = false;
    };
  }, [packs]);

  return index;
}
