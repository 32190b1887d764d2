import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps a native dialog in step with `open`; a press on the backdrop closes it. The browser does the rest: focus
 * goes in and comes back, the page behind is inert, Escape closes.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  // Synchronises with the element's own modal state, which can be set only by calling it.
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  // Synchronises with presses on the backdrop, which belongs to the dialog element itself and not to its content.
  useEffect(() => {
    const dialog = ref.current;
    const closeOutside = (event: MouseEvent) => {
      if (event.target === dialog) dialog?.close();
    };
    dialog?.addEventListener("click", closeOutside);
    return () => dialog?.removeEventListener("click", closeOutside);
  }, []);
  return ref;
}
