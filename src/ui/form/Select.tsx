import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { CONTROL_STYLE } from "./controlStyle.ts";

/**
 * Inside a Field: `{(control) => <Select {...control} {...register("country")}><option>…</option></Select>}`. The
 * dropdown is the browser's own, because that works on every phone and with every screen reader.
 */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={cx("relative", className)}>
      <select {...rest} className={cx(CONTROL_STYLE, "cursor-pointer appearance-none pr-11")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
