import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { tabStore } from "../../../db/store/localStore.ts";
import type { Tier } from "../../../domain/sales/plans.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import { loadProfile } from "../../../platform/account/profile.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { useHoldUpdates } from "../../../ui/page/updateHold.ts";
import { type CheckoutForm, type FieldName, loadDraft, saveDraft, type Typed, typedFrom } from "../draft.ts";
import { resolverOf, TIER_FORMS } from "../tierForms.ts";

/**
 * The form of a tier, filled with the draft or the known details of the buyer. Without a tier it validates nothing, and
 * neither does a team's order, which begins with what the address says of the team.
 * Every keystroke is saved: session storage is fast, and a reload can happen at any time.
 */
export function useCheckoutForm(identity: Identity | null, tier?: Tier, team?: Partial<Typed>): CheckoutForm {
  const [draft] = useState(() => loadDraft(tabStore(), tier));
  const known = draft ?? typedFrom({ email: identity && readableEmail(identity.email) });
  const form = useForm<Typed>({
    ...(tier && !team ? { resolver: resolverOf(tier) } : {}),
    // The page moves the focus, because not every control of the form is registered here.
    shouldFocusError: false,
    defaultValues: { ...known, countryCode: known.countryCode || "GB", ...team },
  });
  useHoldUpdates();
  useProfilePrefill(form, identity, tier && TIER_FORMS[tier].organization);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(tabStore(), values, tier),
      }),
    [form, tier],
  );
  return form;
}

/** Fills empty fields of the form from the profile of `identity`. Null leaves the form unchanged. */
function useProfilePrefill(form: CheckoutForm, identity: Identity | null, organization?: FieldName): void {
  const userId = identity?.userId;
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    loadProfile(userId).then((loaded) => {
      if (!isCurrent || !loaded.ok) return;
      const profile = loaded.data;
      const fill = (field: FieldName, value: string | null) => {
        if (!value || form.getValues(field) !== "") return;
        form.setValue(field, value);
        form.clearErrors(field);
      };
      if (organization) fill(organization, profile.organization);
      fill("firstName", profile.first_name);
      fill("lastName", profile.last_name);
      fill("email", profile.email && readableEmail(profile.email));
      fill("phone", profile.phone);
      fill("country", profile.country);
    });
    return () => {
      isCurrent = false;
    };
  }, [form, userId, organization]);
}
