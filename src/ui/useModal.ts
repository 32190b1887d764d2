import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps a native dialog in step with `open`; a press on the backdrop closes it. The browser does the rest: focus
 * goes in and comes back, the page behind is inert, Escape closes.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  // Synchronises with the element's own modal state, which can be set only by calling it. It must be closed before React
  // removes it: a dialog that is removed while it is open leaves the focus on the body.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, [open]);
  usePressOutside(ref);
  return ref;
}

/**
 * Closes a modal dialog by a press on its backdrop, which belongs to the dialog element and not to its content. The press
 * must begin and end there: selecting text in the dialog may end outside. WebKit lacks `closedby`.
 */
export function usePressOutside(ref: RefObject<HTMLDialogElement | null>): void {
  // Synchronises with presses, which React would attach to the content as well.
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    let beganOutside = false;
    const begin = ({ target }: Event) => {
      beganOutside = target === dialog;
    };
    const end = ({ target }: Event) => {
      if (beganOutside && target === dialog) dialog.close();
      beganOutside = false;
    };
    dialog.addEventListener("pointerdown", begin);
    dialog.addEventListener("click", end);
    return () => {
      dialog.removeEventListener("pointerdown", begin);
      dialog.removeEventListener("click", end);
    };
  }, [ref]);
}

/**
 * As the `ref` of a control: its dialog opens with the focus there, and not on the cross. The attribute is what
 * `showModal()` reads, and React never sets it.
 */
export function focusFirst(control: HTMLElement | null): void {
  control?.setAttribute("autofocus", "");
}
