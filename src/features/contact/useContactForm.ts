import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router-dom";
import { tabStore } from "../../db/store/localStore.ts";
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactMessage,
  cleanField,
  countCharacters,
  faultOf,
} from "../../domain/contact.ts";
import { dismissFailures, toast } from "../../ui/overlay/toast.ts";
import { clearDraft, loadDraft, saveDraft } from "./draft.ts";
import { type OutgoingMessage, type SendOutcome, UNREACHABLE } from "./sendOutcome.ts";

/** The form shows one toast at a time. */
const TOAST_CAUSE = "contact";

type Status =
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "failed"; reason: string | null }
  /** `to` is the address that will be answered. */
  | { kind: "sent"; to: string };

/** The state of the form: idle, sending, then cleared and hidden after success, or failed with its text kept. */
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
    // The error is rendered before the focus moves, so that a screen reader reads it with the field.
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
    setStatus({ kind: "sent", to: message.email });
    toast({
      title: "Message Sent! ✉️",
      description: "Thank you for contacting us. We'll get back to you soon!",
      cause: TOAST_CAUSE,
    });
  };

  /** Shows the empty form again. */
  const startAgain = () => {
    flushSync(() => setStatus({ kind: "idle" }));
    if (formRef.current) controlOf(formRef.current, "name").focus();
  };

  return { formRef, faults, status, messageLength, edit, submit, startAgain };
}

/** The sending code is loaded on demand, which keeps the page light for visitors who only need an address. */
async function send(compose: (newId: () => string) => OutgoingMessage): Promise<SendOutcome> {
  let sending: typeof import("./sendMessage.ts");
  try {
    sending = await import("./sendMessage.ts");
  } catch (error) {
    console.warn("The contact form's submit module could not be loaded:", error);
    return UNREACHABLE;
  }
  return sending.sendMessage(compose(sending.newMessageId));
}

function showFailure(title: string, description: string): void {
  toast({ title, description, variant: "destructive", cause: TOAST_CAUSE });
}

/** Saves the form on every keystroke, with the id under which it was sent. Attach `formRef` to the form. */
function useContactDraft() {
  const formRef = useRef<HTMLFormElement>(null);
  const sentAs = useRef<string | null>(null);
  const subject = subjectOf(useSearchParams()[0]);
  /** The length of the message as the validation counts it. */
  const [messageLength, setMessageLength] = useState(0);

  const keep = (form: HTMLFormElement) => {
    const values = readFields(form);
    setMessageLength(countCharacters(cleanField("message", values.message)));
    saveDraft(tabStore(), { values, sentAs: sentAs.current });
  };

  // Text may have been typed before the page's scripts loaded.
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
    const typed = readFields(form);
    // A link may name the subject. It replaces an earlier link's subject, but nothing that the visitor has typed.
    if (subject && typed.message === "" && (typed.subject === "" || typed.subject === draft?.values.subject))
      controlOf(form, "subject").value = subject;
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

/** The subject that a link names, if it is one that the form accepts. A link never fills another field. */
function subjectOf(query: URLSearchParams): string | null {
  const subject = cleanField("subject", query.get("subject") ?? "");
  return faultOf("subject", subject) === null ? subject : null;
}

// The fields are uncontrolled, so that text typed before the page's scripts load is never overwritten.

/** The control of a field. Throws if the form has none, which is a programming error. */
function controlOf(form: HTMLFormElement, field: string): HTMLInputElement | HTMLTextAreaElement {
  const control = form.elements.namedItem(field);
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control;
  throw new Error(`the form has no field ${field}`);
}

/** The values of the form as typed. */
function readFields(form: HTMLFormElement): ContactMessage {
  return mapFields((field) => controlOf(form, field).value);
}

/** Copies a draft into the empty fields. */
function fillFields(form: HTMLFormElement, draft: ContactMessage): void {
  for (const field of CONTACT_FIELDS) {
    const control = controlOf(form, field);
    if (control.value === "") control.value = draft[field];
  }
}

export type Faults = Partial<Record<ContactField, string>>;

/** Validates cleaned values field by field. */
function findFaults(values: ContactMessage): Faults {
  const faults: Faults = {};
  for (const field of CONTACT_FIELDS) {
    const fault = faultOf(field, values[field]);
    if (fault) faults[field] = fault;
  }
  return faults;
}

function mapFields(value: (field: ContactField) => string): ContactMessage {
  return { name: value("name"), email: value("email"), subject: value("subject"), message: value("message") };
}
