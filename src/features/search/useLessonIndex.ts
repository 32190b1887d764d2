import { startTransition, useEffect, useState } from "react";
import type { LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { type Entry, entryOf, type Hit } from "../../domain/search/search.ts";
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

export type CourseHit = Hit<CoursePassage>;

/** The results in one lesson or in the glossary. */
export type Group = {
  lessonId: LessonId | null;
  /** Set if the lesson's title itself matches. */
  title: CourseHit | null;
  hits: CourseHit[];
};

/** The searchable entries of the index: without locked lessons, and each glossary term once. */
export function openEntries(index: readonly LessonIndex[], locked: ReadonlySet<LessonId>): CourseEntry[] {
  const terms = new Set<string>();
  return index
    .filter(({ lessonId }) => !locked.has(lessonId))
    .flatMap(({ entries }) => entries)
    .filter(({ passage: { kind, to } }) => kind !== "term" || (!terms.has(to) && terms.add(to)));
}

/**
 * Groups hits, which must be sorted best first, by lesson. Lessons are sorted by their best hit, then by number of
 * hits.
 */
export function grouped(hits: readonly CourseHit[]): Group[] {
  const byPlace = new Map<LessonId | null, CourseHit[]>();
  for (const hit of hits) {
    const { lessonId } = hit.passage;
    byPlace.set(lessonId, [...(byPlace.get(lessonId) ?? []), hit]);
  }
  return [...byPlace]
    .sort(([, a], [, b]) => best(b) - best(a) || b.length - a.length)
    .map(([lessonId, all]) => ({
      lessonId,
      title: all.find(({ passage }) => passage.kind === "lesson") ?? null,
      hits: all.filter(({ passage }) => passage.kind !== "lesson"),
    }));
}

function best([first]: readonly CourseHit[]): number {
  return first?.score ?? 0;
}
