import { useCallback, useMemo, useState } from "react";
import { remember, useRemembered } from "../../db/study/remembered.ts";
import type { LessonId } from "../../domain/ids.ts";

/** The state of a page that this device stores: open disclosures and sorting exercises. Null while loading. */
export type Memory = {
  recall: (key: string) => string | undefined;
  remember: (key: string, value: string | null) => void;
};

/**
 * `sheet` separates the keys of a sheet from those of its lesson. For a visitor the state lasts while the page is open.
 */
export function useMemory(lessonId: LessonId, sheet?: string): Memory | null {
  const stored = useRemembered(lessonId);
  const [here, setHere] = useState<ReadonlyMap<string, string | null>>(new Map());
  const prefix = sheet ? `${sheet}/` : "";

  const keep = useCallback(
    (key: string, value: string | null) => {
      setHere((before) => new Map(before).set(key, value));
      remember(lessonId, `${prefix}${key}`, value).catch((error: unknown) => {
        console.warn("The exercise state could not be saved", error);
      });
    },
    [lessonId, prefix],
  );

  const byKey = stored.status === "ready" ? stored.byKey : null;
  return useMemo(() => {
    if (!byKey) return null;
    const recall = (key: string) =>
      here.has(key) ? (here.get(key) ?? undefined) : byKey.get(`${prefix}${key}`);
    return { recall, remember: keep };
  }, [byKey, here, keep, prefix]);
}
