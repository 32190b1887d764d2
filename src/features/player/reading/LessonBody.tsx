import type { ReactNode, RefObject } from "react";
import { OBJECTIVES_ID } from "../../../domain/course/steps.ts";
import { cx } from "../../../ui/cx.ts";

type Props = {
  /** Attached to the text. */
  textRef?: RefObject<HTMLDivElement | null>;
  /** The steps of the text. */
  text: ReactNode;
  /** Hides the steps until `revealStep` shows one, so that the browser does not lay out the whole lesson first. */
  isUnopened?: boolean;
  children?: ReactNode;
};

/** A lesson's text, followed by `children`. */
export function LessonBody({ textRef, text, isUnopened = false, children }: Props) {
  return (
    <div className="reading flex flex-1 flex-col gap-8">
      <div ref={textRef} data-unopened={isUnopened ? "" : undefined}>
        {text}
      </div>
      {children}
    </div>
  );
}

type StepProps = {
  /** From 1. The build renders a step with a placeholder, which is a string. */
  number: number | string;
  /** The name for assistive technology, or null while the whole lesson is on one page. */
  name: string | null;
  className?: string;
  children: ReactNode;
};

/** One step of a lesson. The player hides the others: see `useShownStep`. */
export function LessonStepSection({ number, name, className, children }: StepProps) {
  return (
    <section
      data-step={number}
      aria-label={name ?? undefined}
      tabIndex={-1}
      className={cx("lesson-step flex flex-col gap-8", className)}
    >
      {children}
    </section>
  );
}

/** `children` are the items of a list. */
export function Objectives({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby={OBJECTIVES_ID}>
      <h2 id={OBJECTIVES_ID} className="text-2xl">
        After this lesson you will be able to
      </h2>
      <ul className="mt-3 flex list-disc flex-col gap-1 pl-6">{children}</ul>
    </section>
  );
}
