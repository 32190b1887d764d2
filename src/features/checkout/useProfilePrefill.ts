import { useEffect } from "react";
import type { Identity } from "../../platform/auth.tsx";
import { loadProfile } from "../../platform/profile.ts";
import type { CheckoutForm, FieldName } from "./draft.ts";

/** Fills empty fields of the form from the profile of `identity`. Null leaves the form unchanged. */
export function useProfilePrefill(
  form: CheckoutForm,
  identity: Identity | null,
  organization?: FieldName,
): void {
  const userId = identity?.userId;
  // Synchronises with the learner's profile on the server.
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    loadProfile(userId).then((profile) => {
      if (!isCurrent || !profile) return;
      const fill = (field: FieldName, value: string | null) => {
        if (!value || form.getValues(field) !== "") return;
        form.setValue(field, value);
        form.clearErrors(field);
      };
      if (organization) fill(organization, profile.organization);
      fill("firstName", profile.first_name);
      fill("lastName", profile.last_name);
      fill("email", profile.email);
      fill("phone", profile.phone);
      fill("country", profile.country);
    });
    return () => {
      isCurrent = false;
    };
  }, [form, userId, organization]);
}
