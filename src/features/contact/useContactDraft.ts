import { useLayoutEffect, useRef, useState } from "react";
import { tabStore } from "../../db/localStore.ts";
import { CONTACT_FIELDS, cleanField, countCharacters } from "../../domain/contact.ts";
import { clearDraft, loadDraft, saveDraft } from "./draft.ts";
import { fillFields, readFields } from "./fields.ts";

/** Saves the form on every keystroke, with the id under which it was sent. Attach `formRef` to the form. */
export function useContactDraft() {
  const formRef = useRef<HTMLFormElement>(null);
  const sentAs = useRef<string | null>(null);
  /** Length of the message as the rule counts it. */
  const [messageLength, setMessageLength] = useState(0);

  const keep = (form: HTMLFormElement) => {
    const values = readFields(form);
    setMessageLength(countCharacters(cleanField("message", values.message)));
    saveDraft(tabStore(), { values, sentAs: sentAs.current });
  };

  // Synchronises with the tab's storage and with text typed before the page's scripts loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form appears
  useLayoutEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const draft = loadDraft(tabStore());
    if (draft) {
      fillFields(form, draft.values);
      const typed = readFields(form);
      const isSame = CONTACT_FIELDS.every((field) => typed[field] === draft.values[field]);
      sentAs.current = isSame ? draft.sentAs : null;
    }
    if (Object.values(readFields(form)).some((value) => value !== "")) keep(form);
  }, []);

  return {
    formRef,
    messageLength,
    /** An edited text is a new message with a new id. */
    edited(form: HTMLFormElement) {
      sentAs.current = null;
      keep(form);
    },
    /** The id for the current text. It stays the same until the text is edited or delivered. */
    idOf(form: HTMLFormElement, newId: () => string): string {
      const id = sentAs.current ?? newId();
      sentAs.current = id;
      keep(form);
      return id;
    },
    /** Called once the message has been delivered. */
    clear(form: HTMLFormElement) {
      form.reset();
      sentAs.current = null;
      setMessageLength(0);
      clearDraft(tabStore());
    },
  };
}
