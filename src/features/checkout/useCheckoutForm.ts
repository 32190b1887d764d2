import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { tabStore } from "../../db/localStore.ts";
import type { Tier } from "../../domain/plans.ts";
import type { Identity } from "../../platform/auth.tsx";
import { useHoldUpdates } from "../../ui/useHoldUpdates.ts";
import { type CheckoutForm, loadDraft, saveDraft, type Typed, typedFrom } from "./draft.ts";
import { resolverOf, TIER_FORMS } from "./tierForms.ts";
import { useProfilePrefill } from "./useProfilePrefill.ts";

/**
 * The form of a tier, filled with the draft or the known details of the buyer. Without a tier it validates nothing.
 * Every keystroke is saved: session storage is fast, and a reload can happen at any time.
 */
export function useCheckoutForm(identity: Identity | null, tier?: Tier): CheckoutForm {
  const [draft] = useState(() => loadDraft(tabStore()));
  const form = useForm<Typed>({
    ...(tier ? { resolver: resolverOf(tier) } : {}),
    defaultValues: draft ?? typedFrom({ email: identity?.email }),
  });
  useHoldUpdates();
  useProfilePrefill(form, identity, tier && TIER_FORMS[tier].organization);
  // Synchronises with the tab's session storage.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(tabStore(), values),
      }),
    [form],
  );
  return form;
}
