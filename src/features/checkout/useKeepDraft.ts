import { useEffect } from "react";
import { type CheckoutForm, saveDraft } from "./draft.ts";

/** Keeps what is typed, keystroke by keystroke: session storage is quick, and a reload comes unannounced. */
export function useKeepDraft(form: CheckoutForm): void {
  // Synchronises with the tab's session storage.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(sessionStorage, values),
      }),
    [form],
  );
}
