import { useEffect, useState } from "react";
import { updateProfile } from "../../../platform/account/profile.ts";
import { callFunction } from "../../../platform/functions.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { dismissCheckoutFailure } from "../checkoutToast.ts";
import { TIER_FORMS } from "../tierForms.ts";
import { rememberClaim, rememberOrderEmail } from "./claim.ts";
import { type CheckoutOrder, submitCheckout } from "./submitCheckout.ts";
import { studentIdUpload } from "./uploadStudentId.ts";

/** `uploaded` is the fraction of the student ID that has been sent, 0 to 1, or null if there is none to send. */
export type Submission =
  | { status: "idle"; isEnrolled: boolean }
  | { status: "busy"; uploaded: number | null };

const IDLE: Submission = { status: "idle", isEnrolled: false };

/** The checkout's state: idle, submitting, then redirecting to the payment page; or idle again with a message. */
export function useCheckout(identity: Identity | null) {
  const [submission, setSubmission] = useState<Submission>(IDLE);

  // Going back may restore this page in its busy state.
  useEffect(() => {
    const wakeUp = ({ persisted }: PageTransitionEvent) => persisted && setSubmission(IDLE);
    addEventListener("pageshow", wakeUp);
    return () => removeEventListener("pageshow", wakeUp);
  }, []);

  const start = async (order: Omit<CheckoutOrder, "userId">) => {
    setSubmission({ status: "busy", uploaded: order.studentId ? 0 : null });
    dismissCheckoutFailure();
    if (identity) await keepProfile(identity, order);
    const upload = studentIdUpload((uploaded) => setSubmission({ status: "busy", uploaded }));
    const outcome = await submitCheckout(
      { call: callFunction, upload },
      { ...order, userId: identity?.userId ?? null },
    );
    if (outcome.kind === "failed") {
      setSubmission({ status: "idle", isEnrolled: outcome.code === "already_enrolled" });
      return outcome;
    }
    if (outcome.claim) {
      rememberClaim(outcome.claim);
      rememberOrderEmail(outcome.claim.sessionId, order.typed.email);
    }
    // Stays busy, because the browser is loading the payment page.
    location.assign(outcome.url);
    return outcome;
  };
  return { submission, start };
}

/** A failed profile update is logged and must never lose a sale. */
async function keepProfile(
  identity: Identity,
  { tier, typed }: Pick<CheckoutOrder, "tier" | "typed">,
): Promise<void> {
  const result = await updateProfile(identity.userId, {
    first_name: typed.firstName,
    last_name: typed.lastName,
    email: typed.email,
    organization: typed[TIER_FORMS[tier].organization],
    phone: typed.phone,
    country: typed.country,
  });
  if (!result.ok) console.error("Error updating profile", result.message);
}
