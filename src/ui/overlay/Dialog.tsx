import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import { useModal } from "./useModal.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons, with the most likely choice last. */
  footer?: ReactNode;
  /** Makes the dialog use the full width of the page. */
  isWide?: boolean;
};

/** A modal dialog. Escape, the close button and a click outside all call `onClose`. */
export function Dialog({ open, onClose, title, children, footer, isWide = false }: Props) {
  const titleId = useId();
  const ref = useModal(open);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // React's strict mode closes and reopens the dialog in one task, and the close event fires only afterwards.
      onClose={(event) => event.currentTarget.open || onClose()}
      className={cx("dialog", isWide && "dialog-wide")}
    >
      <div className="flex flex-col gap-4 p-5 sm:p-7">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-2xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-card hover:bg-sunken"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {children}
        {footer && <div className="flex flex-wrap justify-end gap-3 pt-2">{footer}</div>}
      </div>
    </dialog>
  );
}
