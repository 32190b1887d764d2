import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useState } from "react";
import type { CarouselState } from "./CarouselControls.tsx";
import { type Embla, followGestures, goToSnap, nearestSlide, slidesShown } from "./carouselGestures.ts";

type Props = { viewport: HTMLElement; onChange: (state: CarouselState) => void };

/** Takes the strip over where the visitor has scrolled it to, moves it from then on, and tells where it stands. */
export default function CarouselMotion({ viewport, onChange }: Props) {
  const [startIndex] = useState(() => nearestSlide(viewport));
  const [setRoot, embla] = useEmblaCarousel({ align: "start", startIndex });

  // Synchronises with the strip, which the parent renders so that it is there before this module is.
  useEffect(() => setRoot(viewport), [setRoot, viewport]);

  // Synchronises with where the library has put the strip.
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
