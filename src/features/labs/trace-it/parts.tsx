import { type ReactNode, useEffect, useRef, useState } from "react";

/**
 * Focuses an element that the learner's own action has brought on screen. What a reload brought on screen never takes the
 * focus, also when the learner acts later.
 */
function useFocus<Element extends HTMLElement>(takesFocus: boolean) {
  const target = useRef<Element>(null);
  const [isNew] = useState(takesFocus);
  useEffect(() => {
    if (isNew) target.current?.focus();
  }, [isNew]);
  return target;
}

type PartProps = { title: string; takesFocus: boolean; children: ReactNode };

/** One part of the lab. */
export function Part({ title, takesFocus, children }: PartProps) {
  const heading = useFocus<HTMLHeadingElement>(takesFocus);
  return (
    <section className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="mt-0! scroll-mt-6">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** One claim or picture within a part. */
export function Item({ title, takesFocus, children }: PartProps) {
  const heading = useFocus<HTMLHeadingElement>(takesFocus);
  return (
    <div className="flex min-w-0 flex-col gap-5 rounded-lg border border-line p-4">
      <h4 ref={heading} tabIndex={-1} className="m-0! scroll-mt-6">
        {title}
      </h4>
      {children}
    </div>
  );
}

/** What the lab says to an answer. It takes the focus, because the form that was there is gone. */
export function Explanation({ takesFocus, children }: Omit<PartProps, "title">) {
  const target = useFocus<HTMLDivElement>(takesFocus);
  return (
    <div ref={target} tabIndex={-1} className="flex scroll-mt-6 flex-col gap-3 border-l-4 border-edge pl-4">
      {children}
    </div>
  );
}
