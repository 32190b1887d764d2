import type { ReactNode } from "react";
import { useFocusOnArrival } from "../Part.tsx";

type ItemProps = { title: string; takesFocus: boolean; children: ReactNode };

/** One claim or picture within a part. */
export function Item({ title, takesFocus, children }: ItemProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>(takesFocus);
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
export function Explanation({ takesFocus, children }: Omit<ItemProps, "title">) {
  const target = useFocusOnArrival<HTMLDivElement>(takesFocus);
  return (
    <div ref={target} tabIndex={-1} className="flex scroll-mt-6 flex-col gap-3 border-l-4 border-edge pl-4">
      {children}
    </div>
  );
}
