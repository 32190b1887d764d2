import { ArrowLeft, ArrowRight } from "lucide-react";

/** The handlers of the buttons and the position of the strip. Empty until the strip can be moved. */
export type CarouselState = {
  /** "1–2 of 4" */
  position?: string;
  /** The position for screen readers, set only after the visitor has moved the strip. */
  announced?: string;
  /** Undefined at the first slide. */
  onPrevious?: (() => void) | undefined;
  /** Undefined at the last slide. */
  onNext?: (() => void) | undefined;
};

type Props = CarouselState & { label: string };

const BUTTON =
  "grid size-12 place-items-center rounded-full border border-edge bg-surface transition-colors hover:border-ink " +
  "aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:text-muted";

/** At either end the button stays focusable, so that focus is not lost. */
export function CarouselControls({ label, position = "", announced = "", onPrevious, onNext }: Props) {
  return (
    <div className="carousel-controls">
      <button
        type="button"
        aria-label={`${label}: previous`}
        aria-disabled={!onPrevious}
        onClick={onPrevious}
        className={BUTTON}
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label={`${label}: next`}
        aria-disabled={!onNext}
        onClick={onNext}
        className={BUTTON}
      >
        <ArrowRight aria-hidden="true" className="size-5" />
      </button>
      <p className="min-h-7 pl-2 text-muted">{position}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}
