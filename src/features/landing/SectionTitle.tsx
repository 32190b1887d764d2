import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";

type Props = { id: string; eyebrow: string; className?: string; children: ReactNode };

/** The line above the title names the topic in words that people search for. The title states our message. */
export function SectionTitle({ id, eyebrow, className, children }: Props) {
  return (
    <div className={cx("flex flex-col gap-4", className)}>
      <p className="eyebrow">{eyebrow}</p>
      <h2 id={id} className="text-(length:--size-h1) leading-[1.08]">
        {children}
      </h2>
    </div>
  );
}
