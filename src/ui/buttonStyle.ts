import { cx } from "./cx.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "medium" | "large";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-card text-center font-semibold leading-tight no-underline " +
  "transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed";

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "border border-transparent bg-action text-on-action hover:bg-action-strong disabled:border-line disabled:bg-sunken disabled:text-muted",
  secondary:
    "border border-edge bg-surface text-ink hover:border-ink disabled:border-line disabled:text-muted",
  quiet: "border border-transparent text-link hover:bg-note-soft disabled:text-muted",
  danger:
    "border border-danger bg-surface text-danger hover:bg-danger-soft disabled:border-line disabled:text-muted",
};

/** Both sizes meet the 44 px target of WCAG 2.5.5. The padding is in rem, so that text at 200 % still fits. */
const SIZES: Record<ButtonSize, string> = {
  medium: "min-h-11 px-[min(1rem,4vw)] py-2",
  large: "min-h-13 px-[min(1.5rem,6vw)] py-3 text-lg",
};

export function buttonStyle(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], className);
}
