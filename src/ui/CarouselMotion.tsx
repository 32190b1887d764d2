import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useState } from "react";
import type { CarouselState } from "./CarouselControls.tsx";
import { type Embla, followGestures, goToSnap, nearestSlide, slidesShown } from "./carouselGestures.ts";

type Props = { viewport: HTMLElement; onChange: (state: CarouselState) => void };

/** Takes over the strip at its current scroll position, moves it and reports its state. */
export default function CarouselMotion({ viewport, onChange }: Props) {
  const [startIndex] = useState(() => nearestSlide(viewport));
  const [setRoot, embla] = useEmblaCarousel({ align: "start", startIndex });

  // Synchronises with the strip, which the parent renders before this module has loaded.
  useEffect(() => setRoot(viewport), [setRoot, viewport]);

  // Synchronises with the library's position of the strip.
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
