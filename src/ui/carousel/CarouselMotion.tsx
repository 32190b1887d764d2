import useEmblaCarousel, { type UseEmblaCarouselType } from "embla-carousel-react";
import { useEffect, useState } from "react";
import type { CarouselState } from "./CarouselControls.tsx";

type Props = { viewport: HTMLElement; onChange: (state: CarouselState) => void };

/** Takes control of the strip at its current scroll position, moves it and reports its state. */
export default function CarouselMotion({ viewport, onChange }: Props) {
  const [startIndex] = useState(() => nearestSlide(viewport));
  const [setRoot, embla] = useEmblaCarousel({ align: "start", startIndex });

  // The parent renders the strip before this module has loaded.
  useEffect(() => setRoot(viewport), [setRoot, viewport]);

  useEffect(() => {
    if (!embla) return;
    let announced = "";
    const show = () => onChange({ ...stateOf(embla), announced });
    const announce = () => {
      announced = positionOf(embla);
      show();
    };
    viewport.dataset.driven = "";
    viewport.scrollLeft = 0;
    embla.on("select", announce).on("reInit", show);
    show();
    const stopFollowing = followGestures(viewport, embla);
    return () => {
      stopFollowing();
      embla.off("select", announce).off("reInit", show);
      delete viewport.dataset.driven;
    };
  }, [embla, viewport, onChange]);

  return null;
}

function stateOf(embla: Embla): CarouselState {
  const stepper = (by: number) => () => goToSnap(embla, embla.selectedScrollSnap() + by);
  return {
    position: positionOf(embla),
    onPrevious: embla.canScrollPrev() ? stepper(-1) : undefined,
    onNext: embla.canScrollNext() ? stepper(+1) : undefined,
  };
}

/** "2–3 of 4". */
function positionOf(embla: Embla): string {
  const { first, last } = slidesShown(embla);
  const shown = first === last ? `${first}` : `${first}–${last}`;
  return `${shown} of ${embla.slideNodes().length}`;
}

type Embla = NonNullable<UseEmblaCarouselType[1]>;

const WHEEL_STEP_PX = 60;
const WHEEL_PAUSE_MS = 350;

/** Animated, unless the visitor prefers reduced motion. */
function goToSnap(embla: Embla, index: number): void {
  const last = embla.scrollSnapList().length - 1;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  embla.scrollTo(Math.min(Math.max(index, 0), last), isStill);
}

/** The slide whose left edge is nearest to that of the viewport. */
function nearestSlide(viewport: HTMLElement): number {
  const edge = viewport.getBoundingClientRect().left;
  const distances = [...(viewport.firstElementChild?.children ?? [])].map((slide) =>
    Math.abs(slide.getBoundingClientRect().left - edge),
  );
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** The first and last slide, one-based, that will be fully visible once the strip has stopped. */
function slidesShown(embla: Embla): { first: number; last: number } {
  const { scrollSnaps, slideRects, containerRect } = embla.internalEngine();
  const shift = (scrollSnaps[embla.selectedScrollSnap()] ?? 0) - containerRect.left;
  const isShown = slideRects.map(
    ({ left, width }) => left + shift > -2 && left + width + shift < containerRect.width + 2,
  );
  const first = Math.max(1, isShown.indexOf(true) + 1);
  return { first, last: Math.max(first, isShown.lastIndexOf(true) + 1) };
}

/** Handles the gestures that the library leaves to its host. Returns a function that removes the listeners. */
function followGestures(viewport: HTMLElement, embla: Embla): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const step = (by: number) => goToSnap(embla, embla.selectedScrollSnap() + by);

  viewport.addEventListener(
    "keydown",
    (event) => {
      // Inside a slide, arrow keys belong to the focused element.
      if (event.target !== viewport) return;
      if (event.key === "ArrowRight") step(+1);
      else if (event.key === "ArrowLeft") step(-1);
      else if (event.key === "Home") goToSnap(embla, 0);
      else if (event.key === "End") goToSnap(embla, Number.POSITIVE_INFINITY);
      else return;
      event.preventDefault();
    },
    { signal },
  );

  // A horizontal swipe on a touchpad is a burst of small wheel events. Each burst moves one step.
  let travelled = 0;
  let quietUntil = 0;
  viewport.addEventListener(
    "wheel",
    (event) => {
      if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (event.timeStamp < quietUntil) return;
      travelled += event.deltaX;
      if (Math.abs(travelled) < WHEEL_STEP_PX) return;
      step(Math.sign(travelled));
      travelled = 0;
      quietUntil = event.timeStamp + WHEEL_PAUSE_MS;
    },
    { signal, passive: false },
  );

  // Find-in-page and screen readers scroll elements into view without the library noticing.
  viewport.addEventListener(
    "scroll",
    () => {
      if (viewport.scrollLeft === 0) return;
      const slide = nearestSlide(viewport);
      viewport.scrollLeft = 0;
      embla.scrollTo(snapOf(embla, slide), true);
    },
    { signal },
  );
  return () => stop.abort();
}

function snapOf(embla: Embla, slide: number): number {
  return embla.internalEngine().slideRegistry.findIndex((group) => group.includes(slide));
}
