import { type ReactNode, useEffect, useRef } from "react";

/** One part of the lab. `takesFocus` if the learner's own action has just brought it on screen. */
export function Part({
  title,
  takesFocus,
  children,
}: {
  title: string;
  takesFocus: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="mt-0! scroll-mt-6">
        {title}
      </h3>
      {children}
    </section>
  );
}
