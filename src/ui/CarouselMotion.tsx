import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useState } from "react";
import { CarouselControls } from "./CarouselControls.tsx";
import { type Embla, followGestures, goToSnap, nearestSlide, slidesShown } from "./carouselGestures.ts";

/** Takes the strip over where the visitor has scrolled it to, and moves it from then on. */
export default function CarouselMotion({ label, viewport }: { label: string; viewport: HTMLElement }) {
  const [startIndex] = useState(() => nearestSlide(viewport));
  const [setRoot, embla] = useEmblaCarousel({ align: "start", startIndex });
  const [position, setPosition] = useState("");
  const [announced, setAnnounced] = useState("");

  // Synchronises with the strip, which the parent renders so that it is there before this module is.
  useEffect(() => setRoot(viewport), [setRoot, viewport]);

  // Synchronises with where the library has put the strip.
  useEffect(() => {
    if (!embla) return;
    const show = () => setPosition(positionOf(embla));
    const announce = () => setAnnounced(positionOf(embla));
    viewport.dataset.driven = "";
    viewport.scrollLeft = 0;
    embla.on("select", show).on("select", announce).on("reInit", show);
    show();
    const stopFollowing = followGestures(viewport, embla);
    return () => {
      stopFollowing();
      embla.off("select", show).off("select", announce).off("reInit", show);
      delete viewport.dataset.driven;
    };
  }, [embla, viewport]);

  const stepper = (by: number) => embla && (() => goToSnap(embla, embla.selectedScrollSnap() + by));
  return (
    <CarouselControls
      label={label}
      position={position}
      announced={announced}
      onPrevious={embla?.canScrollPrev() ? stepper(-1) : undefined}
      onNext={embla?.canScrollNext() ? stepper(+1) : undefined}
    />
  );
}

/** "2–3 of 4". */
function positionOf(embla: Embla): string {
  const { first, last } = slidesShown(embla);
  const shown = first === last ? `${first}` : `${first}–${last}`;
  return `${shown} of ${embla.slideNodes().length}`;
}
