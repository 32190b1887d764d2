import { type FormEvent, useRef } from "react";

/** Ignores a second press until the first is done: a double tap can come before the button is disabled. */
export function useSubmitOnce(submit: (event: FormEvent) => Promise<void>) {
  const isSubmitting = useRef(false);
  return async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    await submit(event).finally(() => {
      isSubmitting.current = false;
    });
  };
}

export function focusControl(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLElement)) return;
  control.focus({ preventScroll: true });
  // The middle of the window is above an on-screen keyboard and has room for the error below the control.
  control.scrollIntoView({ block: "center" });
}
