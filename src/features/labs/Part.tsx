import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";

/**
 * Focuses an element that the learner's own action has just brought on screen. What a reload brought on screen never
 * takes the focus, even if the learner acts later.
 */
export function useFocusOnArrival<Element extends HTMLElement>(takesFocus: boolean) {
  const target = useRef<Element>(null);
  const [isNew] = useState(takesFocus);
  useEffect(() => {
    if (isNew) target.current?.focus();
  }, [isNew]);
  return target;
}

type Props = {
  title: string;
  /** True if the learner's own action has just brought this part on screen. */
  takesFocus?: boolean;
  /** For a lab that moves the focus to the heading itself. */
  heading?: Ref<HTMLHeadingElement> | undefined;
  children: ReactNode;
};

/** One part of a lab. */
export function Part({ title, takesFocus = false, heading, children }: Props) {
  const own = useFocusOnArrival<HTMLHeadingElement>(takesFocus);
  return (
    <section className="flex flex-col gap-4">
      <h3 ref={heading ?? own} tabIndex={-1} className="mt-0! scroll-mt-6">
        {title}
      </h3>
      {children}
    </section>
  );
}
