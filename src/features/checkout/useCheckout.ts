import { useState } from "react";
import type { Identity } from "../../platform/auth.tsx";
import { callFunction } from "../../platform/functions.ts";
import { updateProfile } from "../../platform/profile.ts";
import { toast } from "../../ui/toast.ts";
import { rememberClaim } from "./claim.ts";
import { type StudentOrder, submitCheckout } from "./submitCheckout.ts";

/** Idle, submitting, then away to the payment page; or idle again with a message. */
export function useCheckout(identity: Identity | null) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async (order: Omit<StudentOrder, "userId">) => {
    setIsBusy(true);
    if (identity) await keepProfile(identity, order);
    const outcome = await submitCheckout(callFunction, { ...order, userId: identity?.userId ?? null });
    if (outcome.kind === "failed") {
      setIsBusy(false);
      const { title, description } = outcome;
      toast({ title, ...(description ? { description } : {}), variant: "destructive" });
      return;
    }
    if (outcome.claimToken) rememberClaim(outcome.claimToken);
    // Stays busy: the browser is on its way to the payment page.
    location.assign(outcome.url);
  };
  return { isBusy, start };
}

/** A profile that could not be updated is worth a line in the log and never a lost sale. */
async function keepProfile(identity: Identity, { form }: Pick<StudentOrder, "form">): Promise<void> {
  const result = await updateProfile(identity.userId, {
    first_name: form.firstName,
    last_name: form.lastName,
    email: form.email,
    organization: form.university,
    phone: form.phone ?? "",
    country: form.country ?? "",
  });
  if (!result.ok) console.error("Error updating profile", result.message);
}
