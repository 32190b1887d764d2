import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CONTACT_FIELDS, cleanField } from "../../domain/contact.ts";
import { dismissFailures, toast } from "../../ui/toast.ts";
import { controlOf, type Faults, findFaults, mapFields, readFields } from "./fields.ts";
import { type OutgoingMessage, type SendOutcome, UNREACHABLE } from "./sendOutcome.ts";
import { useContactDraft } from "./useContactDraft.ts";

/** The form shows one toast at a time. */
const TOAST_CAUSE = "contact";

type Status = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; reason: string | null };

/** Idle, sending, then cleared with thanks; or idle again with the text kept. */
export function useContactForm() {
  const { formRef, messageLength, ...draft } = useContactDraft();
  const [faults, setFaults] = useState<Faults>({});
  const [status, setStatus] = useState<Status>({ kind: "idle" });
  /** A ref, because state updates too late to stop a second press before the next render. */
  const isSending = useRef(false);

  const edit = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
    draft.edited(form);
    dismissFailures(TOAST_CAUSE);
    const edited = CONTACT_FIELDS.find((field) => controlOf(form, field) === target);
    if (edited) setFaults(({ [edited]: _, ...others }) => others);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    const form = event.currentTarget;
    const typed = readFields(form);
    const message = mapFields((field) => cleanField(field, typed[field]));
    const found = findFaults(message);
    // Rendered before the focus moves, so that a screen reader reads the error at the field.
    flushSync(() => setFaults(found));
    const first = CONTACT_FIELDS.find((field) => found[field]);
    if (first) {
      controlOf(form, first).focus();
      return showFailure("Validation Error", "Please check the form for errors.");
    }
    isSending.current = true;
    dismissFailures(TOAST_CAUSE);
    setStatus({ kind: "sending" });
    const website = controlOf(form, "website").value;
    const outcome = await send((newId) => ({ ...message, id: draft.idOf(form, newId), website }));
    isSending.current = false;
    if (!outcome.ok) {
      setStatus({ kind: "failed", reason: outcome.reason });
      return showFailure("Error", "Failed to send message. Please try again.");
    }
    draft.clear(form);
    setStatus({ kind: "idle" });
    toast({
      title: "Message Sent! ✉️",
      description: "Thank you for contacting us. We'll get back to you soon!",
      cause: TOAST_CAUSE,
    });
  };

  return { formRef, faults, status, messageLength, edit, submit };
}

/** The sending code is loaded on demand, which keeps the page light for visitors who only need an address. */
async function send(compose: (newId: () => string) => OutgoingMessage): Promise<SendOutcome> {
  let sending: typeof import("./sendMessage.ts");
  try {
    sending = await import("./sendMessage.ts");
  } catch (error) {
    console.warn("The code that sends could not be loaded:", error);
    return UNREACHABLE;
  }
  return sending.sendMessage(compose(sending.newMessageId));
}

function showFailure(title: string, description: string): void {
  toast({ title, description, variant: "destructive", cause: TOAST_CAUSE });
}
