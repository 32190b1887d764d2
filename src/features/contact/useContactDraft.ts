import { useLayoutEffect, useRef, useState } from "react";
import { tabStore } from "../../db/localStore.ts";
import { CONTACT_FIELDS, cleanField, countCharacters } from "../../domain/contact.ts";
import { clearDraft, loadDraft, saveDraft } from "./draft.ts";
import { fillFields, readFields } from "./fields.ts";

/** Keeps what is typed, keystroke by keystroke, and the id under which it was sent. Give `formRef` to the form. */
export function useContactDraft() {
  const formRef = useRef<HTMLFormElement>(null);
  const sentAs = useRef<string | null>(null);
  /** Of the message as the rule counts it. */
  const [messageLength, setMessageLength] = useState(0);

  const keep = (form: HTMLFormElement) => {
    const values = readFields(form);
    setMessageLength(countCharacters(cleanField("message", values.message)));
    saveDraft(tabStore(), { values, sentAs: sentAs.current });
  };

  // Synchronises with the tab's storage, and with what was typed before the page's scripts arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
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
    /** Other words are another message: they get another id. */
    edited(form: HTMLFormElement) {
      sentAs.current = null;
      keep(form);
    },
    /** The id of the words in the form, the same until they are edited or have arrived. */
    idOf(form: HTMLFormElement, newId: () => string): string {
      const id = sentAs.current ?? newId();
      sentAs.current = id;
      keep(form);
      return id;
    },
    /** The words have arrived. */
    clear(form: HTMLFormElement) {
      form.reset();
      sentAs.current = null;
      setMessageLength(0);
      clearDraft(tabStore());
    },
  };
}
