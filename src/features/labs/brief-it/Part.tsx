import type { ReactNode, Ref } from "react";

type Props = { title: string; heading?: Ref<HTMLHeadingElement> | undefined; children: ReactNode };

/** One part of the lab. The heading takes the focus when its part appears. */
export function Part({ title, heading, children }: Props) {
  return (
    <section className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="mt-0!">
        {title}
      </h3>
      {children}
    </section>
  );
}
