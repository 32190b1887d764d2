import * as z from "zod/mini";
import { lookupKey, type Plan, type Tier } from "../../../domain/sales/plans.ts";
import type { CallFailure, CallFunction } from "../checkoutCall.ts";
import type { Typed } from "../draft.ts";
import { TIER_FORMS } from "../tierForms.ts";
import type { Claim } from "./claim.ts";
import type { UploadStudentId } from "./uploadStudentId.ts";

export type Consents = { termsAccepted: boolean; immediateSupply: boolean; reminderConsent: boolean };

export type CheckoutOrder = Consents & {
  tier: Tier;
  plan: Plan;
  /** The form's values, validated and trimmed. */
  typed: Typed;
  /** The discount code included in the displayed total, or an empty string. */
  discountCode: string;
  /** The student ID, which only students upload. */
  studentId: File | null;
  /** The signed-in buyer's id, or null for a guest. */
  userId: string | null;
};

type Failed = { kind: "failed"; title: string; description?: string; code?: string };
type CheckoutOutcome = { kind: "redirect"; url: string; claim: Claim | null } | Failed;

/** `url` is optional here, so that a missing one can be distinguished from an unreadable reply. */
const replySchema = z.object({
  url: z.optional(z.url()),
  sessionId: z.optional(z.string()),
  claimToken: z.optional(z.string()),
});

const FALLBACK = "An error occurred during checkout";

type Ports = { call: CallFunction; upload: UploadStudentId };

/**
 * Uploads the student ID, if any, then requests a payment page. Charges nothing. A failure leaves the form unchanged.
 */
export async function submitCheckout(ports: Ports, order: CheckoutOrder): Promise<CheckoutOutcome> {
  let studentIdRef: string | undefined;
  if (order.studentId) {
    const uploaded = await ports.upload(order.studentId, order.typed.university);
    if (!uploaded.ok) {
      const outcome = failed(uploaded, "Your student ID could not be uploaded");
      return uploaded.kind === "refused" ? { ...outcome, code: "student_id_invalid" } : outcome;
    }
    studentIdRef = uploaded.data.ref;
  }
  const created = await ports.call("create-guest-checkout", requestOf(order, studentIdRef), replySchema);
  if (!created.ok) return failed(created, "Failed to create checkout session");
  const { url, sessionId, claimToken: token } = created.data;
  if (!url) return { kind: "failed", title: "No checkout URL received" };
  return { kind: "redirect", url, claim: sessionId && token ? { sessionId, token } : null };
}

/** The fields of spec §7, then our additions. The university is sent with the ID, never with the order. */
function requestOf(order: CheckoutOrder, studentIdRef: string | undefined) {
  const { tier, plan, typed, discountCode, userId } = order;
  const { firstName, lastName, email, phone, country } = typed;
  return {
    ...{ firstName, lastName, email, phone, country, discountCode },
    priceId: lookupKey(tier, plan),
    courseType: tier,
    ...(tier === "student" ? {} : { organization: typed[TIER_FORMS[tier].organization] }),
    isAuthenticated: userId !== null,
    ...(userId === null ? {} : { userId }),
    ...(studentIdRef === undefined ? {} : { studentIdRef }),
    termsAccepted: order.termsAccepted,
    immediateSupply: order.immediateSupply,
    reminderConsent: order.reminderConsent,
  };
}

/** A call that failed, in words for the buyer. */
export function failed({ kind, message, code }: CallFailure, fallback: string): Failed {
  switch (kind) {
    case "refused":
      return { kind: "failed", title: message ?? fallback, ...(code ? { code } : {}) };
    case "offline":
      return {
        kind: "failed",
        title: FALLBACK,
        description: "There is no connection. Nothing was charged, and everything you typed is still here.",
      };
    case "broken":
      return {
        kind: "failed",
        title: fallback,
        description: "Nothing was charged. Please try again in a moment.",
      };
  }
}
