import type { UseFormReturn } from "react-hook-form";
import type { StudentForm } from "../../domain/checkout.ts";

/** What has been typed into the student form. The file is never kept: a browser cannot put it back. */
export type CheckoutDraft = Required<StudentForm>;

/** The form: what it holds while typing, and what it gives once it is valid. */
export type CheckoutForm = UseFormReturn<StudentForm, unknown, CheckoutDraft>;

export const EMPTY_DRAFT: CheckoutDraft = {
  university: "",
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  country: "",
  discountCode: "",
};

const KEY = "academy-checkout-student";

/**
 * Session storage: what was typed survives a reload and the way back from the payment page, and ends with the tab,
 * since it is personal and the device may be shared.
 */
export function loadDraft(storage: Storage): CheckoutDraft | null {
  const stored = readObject(storage);
  if (!stored) return null;
  const draft = { ...EMPTY_DRAFT };
  for (const field of Object.keys(draft) as (keyof CheckoutDraft)[]) {
    const value = stored[field];
    if (typeof value === "string") draft[field] = value;
  }
  return draft;
}

export function saveDraft(storage: Storage, draft: StudentForm): void {
  try {
    storage.setItem(KEY, JSON.stringify(draft));
  } catch (error) {
    // A full or forbidden storage costs the convenience of a draft and nothing else.
    console.warn("The form's draft could not be kept:", error);
  }
}

function readObject(storage: Storage): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null; // a damaged draft is no draft
  }
}
