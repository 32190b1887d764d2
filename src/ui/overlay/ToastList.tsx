import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "../cx.ts";
import { focusMain } from "../page/focusMain.ts";
import { dismissToast, type Toast } from "./toast.ts";

/**
 * Long enough to read both lines slowly. A failure stays until it is fixed or dismissed, or the user leaves (WCAG
 * 2.2.1).
 */
const SHOWN_MS = 8_000;

export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {toasts.map((each) => (
        <ToastItem key={each.id} toast={each} />
      ))}
    </ul>
  );
}

function ToastItem({ toast: { id, title, description, variant } }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const isUrgent = variant === "destructive";
  useEffect(() => {
    if (isUrgent || isHeld) return;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isUrgent, isHeld]);
  return (
    <li
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={cx(
        "toast flex flex-wrap-reverse items-end justify-end gap-x-3 rounded-card border bg-surface py-3 pr-2 pl-4",
        isUrgent ? "border-danger" : "border-done",
      )}
    >
      <div className="min-w-0 flex-1 basis-40 py-1">
        <p className={cx("font-semibold", isUrgent && "text-danger")}>{title}</p>
        {description && <p>{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => {
          focusMain({ preventScroll: true });
          dismissToast(id);
        }}
        className="grid size-11 shrink-0 place-items-center rounded-card hover:bg-sunken"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
