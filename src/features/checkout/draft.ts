import type { UseFormReturn } from "react-hook-form";
import type { Tier } from "../../domain/sales/plans.ts";

/**
 * The fields of all three forms and of a team's order. They share one draft, so that a buyer who changes the tier keeps the
 * typed name. Only the discount code is kept for each tier.
 */
const FIELDS = [
  "university",
  "orgName",
  "company",
  "jobTitle",
  // Stored although the form has no input for it (spec §3).
  "billingAddress",
  "firstName",
  "lastName",
  "email",
  "phone",
  "country",
  "discountCode",
  ...(["teamName", "seats", "purchaseOrder", "vatNumber"] as const),
  ...(["line1", "line2", "city", "postalCode", "countryCode"] as const),
] as const;
export type FieldName = (typeof FIELDS)[number];
/** The values that were typed. The file is excluded, because a browser cannot restore it. */
export type Typed = Record<FieldName, string>;
export type CheckoutForm = UseFormReturn<Typed>;

const KEY = "academy-checkout";
const FILE_KEY = "academy-checkout-file";

/**
 * Session storage: the draft survives a reload and a return from the payment page, and ends with the tab, because it is
 * personal and the device may be shared. Null if nothing has been typed yet.
 */
export function loadDraft(storage: Storage | null, tier?: Tier): Typed | null {
  const stored = readObject(storage);
  return stored && typedFrom({ ...stored, discountCode: tier && codesIn(stored)[tier] });
}

export function saveDraft(storage: Storage | null, draft: Partial<Typed>, tier?: Tier): void {
  const { discountCode, ...shared } = draft;
  const codes = { ...codesIn(readObject(storage)), ...(tier && { [tier]: discountCode }) };
  try {
    storage?.setItem(KEY, JSON.stringify({ ...shared, codes }));
  } catch (error) {
    // If storage is full or blocked, only the convenience of a draft is lost.
    console.warn("The form's draft could not be saved:", error);
  }
}

export function forgetDraft(storage: Storage | null): void {
  storage?.removeItem(KEY);
  storage?.removeItem(FILE_KEY);
}

/** Stores only whether a file was chosen, so that the form can ask for the file again after a reload. */
export function saveFileChosen(storage: Storage | null, isChosen: boolean): void {
  try {
    if (isChosen) storage?.setItem(FILE_KEY, "chosen");
    else storage?.removeItem(FILE_KEY);
  } catch (error) {
    console.warn("The form's draft could not be saved:", error);
  }
}

export function wasFileChosen(storage: Storage | null): boolean {
  return (storage?.getItem(FILE_KEY) ?? null) !== null;
}

/** Every field, empty where the source has no text. */
export function typedFrom(source: Record<string, unknown>): Typed {
  const entries = FIELDS.map((field) => [field, typeof source[field] === "string" ? source[field] : ""]);
  return Object.fromEntries(entries) as Typed; // It has exactly the keys of FIELDS.
}

function codesIn(stored: Record<string, unknown> | null): Partial<Record<Tier, unknown>> {
  const codes = stored?.codes;
  return typeof codes === "object" && codes !== null ? codes : {};
}

function readObject(storage: Storage | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? "null");
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null; // A damaged draft is ignored.
  }
}
