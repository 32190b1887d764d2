import { type ReactNode, useState } from "react";
import { CarouselControls, type CarouselState } from "./CarouselControls.tsx";
import { lazyPart } from "./lazyPart.tsx";
import { useIsNear } from "./useIsNear.ts";

/** Where it cannot be fetched the strip goes on scrolling by itself, and buttons that would do nothing go away. */
const CarouselMotion = lazyPart(() => import("./CarouselMotion.tsx"), { Missing: () => null });

type Props = {
  /** What the slides are: "Course Modules". */
  label: string;
  /** Each begins with its own heading. */
  slides: readonly ReactNode[];
  className?: string;
};

/**
 * Slides side by side, as many as fit. Before scripts run it is a strip that scrolls by itself; what moves it by
 * button, key and swipe arrives when the strip is nearly in view and finds everything in its place.
 */
export function Carousel({ label, slides, className }: Props) {
  // Null on the server and in the first render of the browser, so that both write the same page.
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const isNear = useIsNear(viewport);
  const [state, setState] = useState<CarouselState>({});
  return (
    // A group and no region: it stands in a section with a heading, and one landmark of a name is enough.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the controls of a form
    <div role="group" aria-label={label} aria-roledescription="carousel" className={className}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        ref={setViewport}
        role="group"
        aria-label="Slides"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="carousel-viewport"
      >
        <div className="carousel-strip">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a slide is its place; the order never changes
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
      {/* Always the same buttons: whoever is at them when they begin to work stays there. */}
      <CarouselControls label={label} {...state} />
      {viewport && isNear && <CarouselMotion viewport={viewport} onChange={setState} />}
    </div>
  );
}
