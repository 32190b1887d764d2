import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

type Props = Omit<ComponentProps<"details">, "summary"> & { summary: ReactNode };

/**
 * A native disclosure: it works before scripts run, and the browser's find-in-page can open it. Disclosures with the
 * same `name` close each other.
 */
export function Disclosure({ summary, className, children, ...rest }: Props) {
  return (
    <details {...rest} className={cx("group border-b border-line", className)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-3 font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{summary}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 motion-safe:transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
