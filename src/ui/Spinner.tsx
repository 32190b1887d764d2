import { cx } from "./cx.ts";
import { useWaiting } from "./page/appReady.ts";

/**
 * With a `label` the spinner is announced and shows the text. Without one it decorates an element that is announced
 * itself.
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  useWaiting(label !== undefined);
  const ring = (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={cx("motion-safe:animate-spin", className ?? "size-6")}
    >
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path
        d="M21 12a9 9 0 0 0-9-9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
  if (!label) return ring;
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-10 text-muted">
      {ring}
      {label}
    </p>
  );
}
