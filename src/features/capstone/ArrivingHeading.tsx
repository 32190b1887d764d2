import { type ReactNode, useEffect, useRef, useState } from "react";

type Props = {
  id: string;
  /** True if the learner's own action has just brought this part on screen. */
  takesFocus: boolean;
  children: ReactNode;
};

/** The heading of a part that replaces another one, together with the button that had the focus. */
export function ArrivingHeading({ id, takesFocus, children }: Props) {
  const target = useRef<HTMLHeadingElement>(null);
  const [isNew] = useState(takesFocus);
  // Synchronises with the browser's focus.
  useEffect(() => {
    if (isNew) target.current?.focus();
  }, [isNew]);
  return (
    <h2 ref={target} id={id} tabIndex={-1} className="scroll-mt-6 text-2xl">
      {children}
    </h2>
  );
}
