import type { HTMLAttributes } from "react";
import { cx } from "./cx.ts";

/** A panel. `as` sets its semantics: an article, a list item, a section. */
export function Card({
  as: Element = "div",
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: "div" | "section" | "article" | "li" | "aside" }) {
  return (
    <Element
      {...rest}
      className={cx("min-w-0 rounded-card border border-line bg-surface p-5 sm:p-7", className)}
    />
  );
}
