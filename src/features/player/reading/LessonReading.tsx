import { type RefObject, useEffect, useLayoutEffect } from "react";
import type { Place } from "../../../db/store/rows.ts";
import { saveLessonPlace } from "../../../db/synced/lessonPlaces.ts";
import type { LessonPack } from "../../../domain/course/pack.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { announceAppReady } from "../../../ui/page/appReady.ts";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";
import type { ActivitiesSlot } from "../slots/activitiesSlot.ts";
import { LessonBody } from "./LessonBody.tsx";
import { LessonText } from "./LessonText.tsx";
import { placeIn } from "./place.ts";
import { goToPlace, partsOf } from "./textParts.ts";

/** Loaded after the text, because readers do not start at the end. */
const LessonAftermath = lazyPart(() => import("./LessonAftermath.tsx"));

type Props = {
  pack: LessonPack;
  activities: ActivitiesSlot;
  /** The position where this learner stopped reading, or null to start at the beginning. */
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

/** The pause after which scrolling counts as finished. */
const REST_MS = 400;

/**
 * Scrolls to the heading in the URL's fragment, or else to `start`, before the text is first painted. Then stores the
 * reading position whenever scrolling stops and when the page is left.
 */
function usePlace(text: RefObject<HTMLElement | null>, lessonId: LessonId, start: Place | null): void {
  // Synchronises with the window's scroll position before the first paint.
  useLayoutEffect(() => {
    // A user who is already reading is not moved.
    if (announceAppReady()) return;
    const part = goToPlace(text.current, start);
    // Keyboard users who have just chosen the lesson continue from here as well.
    if (part && document.activeElement?.matches("main h1")) focusPart(part);
  }, [text, start]);

  // Synchronises the stored position with the window's scroll position.
  useEffect(() => {
    let timer: number | undefined;
    let known = JSON.stringify(start);
    const remember = (isSent: boolean) => {
      window.clearTimeout(timer);
      const boxes = partsOf(text.current).map((part) => part.getBoundingClientRect());
      const place = placeIn(boxes, window.innerHeight);
      if (!isSent && JSON.stringify(place) === known) return;
      known = JSON.stringify(place);
      const position = { step: 1, ...(place ?? { part: 0, share: 0 }) };
      saveLessonPlace(lessonId, position, { isSent }).catch((error: unknown) =>
        console.warn("The reading position could not be saved", error),
      );
    };
    const atRest = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(remember, REST_MS, false);
    };
    const onLeaving = () => {
      if (!document.hidden) return;
      remember(true);
      // The router has just set the browser to restore the scroll position, but after a reload the browser would do so
      // before the text is complete.
      history.scrollRestoration = "manual";
    };
    // The user may have scrolled before the app had loaded.
    if (window.scrollY > 0) atRest();
    window.addEventListener("scroll", atRest, { passive: true });
    document.addEventListener("visibilitychange", onLeaving);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("scroll", atRest);
      document.removeEventListener("visibilitychange", onLeaving);
    };
  }, [text, lessonId, start]);
}

function focusPart(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
