import type { ReactNode } from "react";
import type { Tone } from "./Badge.tsx";
import { cx } from "./cx.ts";

const TONES: Record<Tone, string> = {
  neutral: "border-edge bg-sunken",
  note: "border-note bg-note-soft",
  done: "border-done bg-done-soft",
  highlight: "border-highlight bg-highlight-soft",
  danger: "border-danger bg-danger-soft",
};

type Props = {
  tone?: Tone;
  title?: ReactNode;
  /** A button or link that resolves the problem. */
  action?: ReactNode;
  /** "alert" interrupts a screen reader, so use it only for a failure that has just happened. */
  role?: "status" | "alert";
  className?: string;
  children?: ReactNode;
};

/** A permanent message on the page. It should state what happened, what was saved and what to do. */
export function Banner({ tone = "note", title, action, role, className, children }: Props) {
  return (
    <div
      role={role}
      className={cx(
        "flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border px-5 py-4",
        TONES[tone],
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
