import { CONTACT_FIELDS, type ContactMessage } from "../../domain/contact.ts";

/**
 * The typed values and, if exactly this text was sent but no reply arrived, the id under which it was sent. Sending it
 * again under the same id delivers it only once.
 */
export type ContactDraft = { values: ContactMessage; sentAs: string | null };

export const EMPTY_MESSAGE: ContactMessage = { name: "", email: "", subject: "", message: "" };

const KEY = "academy-contact";

/**
 * The draft is in session storage: it survives a reload and leaving the page, and ends with the tab, because the device
 * may be shared.
 */
export function loadDraft(storage: Storage | null): ContactDraft | null {
  const stored = readObject(storage?.getItem(KEY) ?? "null");
  if (!stored) return null;
  const values = { ...EMPTY_MESSAGE };
  for (const field of CONTACT_FIELDS) {
    const value = stored[field];
    if (typeof value === "string") values[field] = value;
  }
  return { values, sentAs: typeof stored.sentAs === "string" ? stored.sentAs : null };
}

export function saveDraft(storage: Storage | null, { values, sentAs }: ContactDraft): void {
  try {
    storage?.setItem(KEY, JSON.stringify({ ...values, sentAs }));
  } catch (error) {
    // If storage is full, only the convenience of a draft is lost.
    console.warn("The message's draft could not be saved:", error);
  }
}

export function clearDraft(storage: Storage | null): void {
  storage?.removeItem(KEY);
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null; // A damaged draft is ignored.
  }
}
