import type { ReactNode, RefObject } from "react";

type Props = {
  /** The items of a list. */
  objectives: ReactNode;
  /** Attached to the objectives and the text. */
  textRef?: RefObject<HTMLDivElement | null>;
  text: ReactNode;
  children?: ReactNode;
};

/** A lesson's objectives and text, followed by `children`. */
export function LessonBody({ objectives, textRef, text, children }: Props) {
  return (
    <div className="reading flex flex-col gap-8">
      <div ref={textRef} className="flex flex-col gap-8">
        <section aria-labelledby="objectives-title">
          <h2 id="objectives-title" className="text-2xl">
            After this lesson you will be able to
          </h2>
          <ul className="mt-3 flex list-disc flex-col gap-1 pl-6">{objectives}</ul>
        </section>
        {text}
      </div>
      {children}
    </div>
  );
}
