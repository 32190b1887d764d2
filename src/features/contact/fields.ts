import { CONTACT_FIELDS, type ContactField, type ContactMessage, faultOf } from "../../domain/contact.ts";

// The fields are uncontrolled, so that text typed before the page's scripts load is never overwritten.

/** The control of a field. Throws if the form has none, which is a programming error. */
export function controlOf(form: HTMLFormElement, field: string): HTMLInputElement | HTMLTextAreaElement {
  const control = form.elements.namedItem(field);
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control;
  throw new Error(`the form has no field ${field}`);
}

/** The values of the form as typed. */
export function readFields(form: HTMLFormElement): ContactMessage {
  return mapFields((field) => controlOf(form, field).value);
}

/** Copies a draft into the empty fields. */
export function fillFields(form: HTMLFormElement, draft: ContactMessage): void {
  for (const field of CONTACT_FIELDS) {
    const control = controlOf(form, field);
    if (control.value === "") control.value = draft[field];
  }
}

export type Faults = Partial<Record<ContactField, string>>;

/** Validates cleaned values field by field. */
export function findFaults(values: ContactMessage): Faults {
  const faults: Faults = {};
  for (const field of CONTACT_FIELDS) {
    const fault = faultOf(field, values[field]);
    if (fault) faults[field] = fault;
  }
  return faults;
}

export function mapFields(value: (field: ContactField) => string): ContactMessage {
  return { name: value("name"), email: value("email"), subject: value("subject"), message: value("message") };
}
