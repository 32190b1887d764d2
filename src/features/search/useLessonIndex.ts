import { startTransition, useEffect, useState } from "react";
import type { LessonPack } from "../../domain/course/pack.ts";
import { type Entry, entryOf } from "../../domain/search/search.ts";
import { type CoursePassage, lessonPassages } from "./lessonPassages.ts";

export type CourseEntry = Entry<CoursePassage>;
export type LessonIndex = Pick<LessonPack, "lessonId"> & { entries: CourseEntry[] };

/**
 * The search index of the lessons. Null while it is being built, or if `packs` is null. Lessons are indexed one by one
 * with pauses in between, so that typing is never blocked.
 */
export function useLessonIndex(packs: readonly LessonPack[] | null): readonly LessonIndex[] | null {
  const [index, setIndex] = useState<LessonIndex[] | null>(null);

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
    // An error here is a bug in the page, so it is passed to the page's error boundary.
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
