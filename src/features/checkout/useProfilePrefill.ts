import { useEffect } from "react";
import type { Identity } from "../../platform/auth.tsx";
import { loadProfile } from "../../platform/profile.ts";
import type { CheckoutForm } from "./draft.ts";

/** Fills the form from the profile of `identity`; null leaves it alone. What is being typed meanwhile stays. */
export function useProfilePrefill(form: CheckoutForm, identity: Identity | null): void {
  const userId = identity?.userId;
  const email = identity?.email ?? "";
  // Synchronises with the learner's profile on the server.
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    loadProfile(userId).then((profile) => {
      if (!isCurrent || !profile) return;
      form.reset(
        {
          university: profile.organization ?? "",
          firstName: profile.first_name ?? "",
          lastName: profile.last_name ?? "",
          email: profile.email ?? email,
          phone: profile.phone ?? "",
          country: profile.country ?? "",
          discountCode: "",
        },
        { keepDirtyValues: true },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [form, userId, email]);
}
