import { type ReactNode, useEffect, useState } from "react";
import { lazyPart } from "../page/lazyPart.tsx";
import { CarouselControls, type CarouselState } from "./CarouselControls.tsx";

/**
 * If this cannot be loaded, the strip still scrolls natively, and the buttons are hidden because they would do nothing.
 */
const CarouselMotion = lazyPart(() => import("./CarouselMotion.tsx"), { Missing: () => null });

type Props = {
  /** The name of the slides, for example "Course Modules". */
  label: string;
  /** Each slide begins with its own heading. */
  slides: readonly ReactNode[];
  className?: string;
};

/**
 * Slides side by side, as many as fit. Before scripts run it is a natively scrolling strip. The code for buttons, keys
 * and swipes loads when the strip is nearly in view and takes over its current position.
 */
export function Carousel({ label, slides, className }: Props) {
  // Null on the server and in the first render of the browser, so that both produce the same page.
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const isNear = useIsNear(viewport);
  const [state, setState] = useState<CarouselState>({});
  return (
    // This is a group instead of a region, because it is inside a section with a heading, which is already a landmark.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the controls of a form
    <div role="group" aria-label={label} aria-roledescription="carousel" className={className}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        ref={setViewport}
        role="group"
        aria-label="Slides"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="carousel-viewport"
      >
        <div className="carousel-strip">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: slides are never reordered
              key={index}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className="carousel-slide"
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      {/* The same elements throughout, so that a button keeps its focus when it becomes active. */}
      <CarouselControls label={label} {...state} />
      {viewport && isNear && <CarouselMotion viewport={viewport} onChange={setState} />}
    </div>
  );
}

/** Half a window's height, so that content is loaded before the visitor scrolls to it. */
const MARGIN = "50%";

/** True once `element` is about to scroll into view; immediately in browsers without IntersectionObserver. */
function useIsNear(element: HTMLElement | null): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element) return;
    if (typeof IntersectionObserver === "undefined") return setIsNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
