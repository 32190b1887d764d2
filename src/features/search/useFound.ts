import { useMemo } from "react";
import { search } from "../../domain/search.ts";
import { type Group, grouped } from "./groups.ts";
import type { CourseEntry } from "./useLessonIndex.ts";

/** What these entries have of what is wanted. The same objects as long as neither changes. */
export function useFound(
  entries: readonly CourseEntry[] | null,
  wanted: string,
): { groups: Group[]; count: number } {
  return useMemo(() => {
    const hits = search(entries ?? [], wanted);
    return { groups: grouped(hits), count: hits.length };
  }, [entries, wanted]);
}
