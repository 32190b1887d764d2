import { useMemo } from "react";
import { search } from "../../domain/search.ts";
import { type Group, grouped } from "./groups.ts";
import type { CourseEntry } from "./useLessonIndex.ts";

/** The entries that match the query, grouped. Memoised: the result is stable while neither input changes. */
export function useFound(
  entries: readonly CourseEntry[] | null,
  wanted: string,
): { groups: Group[]; count: number } {
  return useMemo(() => {
    const hits = search(entries ?? [], wanted);
    return { groups: grouped(hits), count: hits.length };
  }, [entries, wanted]);
}
