import { useEffect, useState } from "react";
import { loadPlace } from "../../db/places.ts";
import type { Place } from "../../db/rows.ts";
import type { LessonId } from "../../domain/ids.ts";

/** Where the learner stopped reading. Read from the device once; "loading" until then. */
export function useStoredPlace(lessonId: LessonId): Place | null | "loading" {
  const [place, setPlace] = useState<Place | null | "loading">("loading");
  // Synchronises with the device's store.
  useEffect(() => {
    loadPlace(lessonId).then(setPlace, (error: unknown) => {
      console.warn("The device does not say where the learner was", error);
      setPlace(null);
    });
  }, [lessonId]);
  return place;
}
