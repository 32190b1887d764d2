import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Tone = "neutral" | "note" | "done" | "highlight" | "danger";

const TONES: Record<Tone, string> = {
  neutral: "border-line bg-sunken text-ink",
  note: "border-transparent bg-note-soft text-note",
  done: "border-transparent bg-done-soft text-done",
  highlight: "border-transparent bg-highlight-soft text-highlight-ink",
  danger: "border-transparent bg-danger-soft text-danger",
};

/** One or two words about the state of the element beside it. */
export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-base font-semibold",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
