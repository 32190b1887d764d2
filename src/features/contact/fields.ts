import { CONTACT_FIELDS, type ContactField, type ContactMessage, faultOf } from "../../domain/contact.ts";

// The fields keep their own values, so that what is typed before the page's scripts arrive is never overwritten.

/** The control of a field. Throws when the form has none: they are both ours. */
export function controlOf(form: HTMLFormElement, field: string): HTMLInputElement | HTMLTextAreaElement {
  const control = form.elements.namedItem(field);
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control;
  throw new Error(`the form has no field ${field}`);
}

/** What stands in the form, as it is typed. */
export function readFields(form: HTMLFormElement): ContactMessage {
  return mapFields((field) => controlOf(form, field).value);
}

/** Puts a draft into the fields that are empty. */
export function fillFields(form: HTMLFormElement, draft: ContactMessage): void {
  for (const field of CONTACT_FIELDS) {
    const control = controlOf(form, field);
    if (control.value === "") control.value = draft[field];
  }
}

export type Faults = Partial<Record<ContactField, string>>;

/** What is wrong with cleaned values, field by field. */
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
