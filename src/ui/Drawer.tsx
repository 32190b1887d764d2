import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useModal } from "./useModal.ts";

type Props = { open: boolean; onClose: () => void; label: string; children: ReactNode };

/** A sheet from the side, for navigation on narrow screens. */
export function Drawer({ open, onClose, label, children }: Props) {
  const ref = useModal(open);
  return (
    <dialog ref={ref} aria-label={label} onClose={onClose} className="drawer">
      <div className="flex min-h-full flex-col p-4">
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
          className="grid size-11 place-items-center self-end rounded-card hover:bg-sunken"
        >
          <X aria-hidden="true" className="size-6" />
        </button>
        {children}
      </div>
    </dialog>
  );
}
