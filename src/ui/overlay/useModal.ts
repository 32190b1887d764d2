import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { focusMain } from "../page/focusMain.ts";

/**
 * Keeps a native dialog in sync with `open` and closes it on a click on the backdrop. The browser does the rest: it
 * moves and restores focus, makes the page behind inert and closes on Escape.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  // Only the element's methods make it modal. The dialog must be closed before React removes it: removing
  // an open dialog leaves focus on the body.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (!dialog.open) dialog.showModal();
    return () => {
      dialog.close();
      // Nothing had the focus when the dialog opened, for example on load, or its button has disappeared. WebKit may leave the
      // focus in the closed dialog.
      const focused = document.activeElement;
      if (focused === document.body || dialog.contains(focused)) focusMain({ preventScroll: true });
    };
  }, [open]);
  usePressOutside(ref);
  return ref;
}

/**
 * Closes a modal dialog on a click on its backdrop, which belongs to the dialog element and not to its content. The
 * click must begin and end there, because a text selection in the dialog may end outside it. WebKit lacks `closedby`.
 */
export function usePressOutside(ref: RefObject<HTMLDialogElement | null>): void {
  // Listens natively, because React would also handle clicks on the content.
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
 * Pass this as the `ref` of a control, so that its dialog opens with focus there instead of on the close button.
 * `showModal()` reads the attribute, which React never sets.
 */
export function focusFirst(control: HTMLElement | null): void {
  control?.setAttribute("autofocus", "");
}
