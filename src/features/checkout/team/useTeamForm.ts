import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { tabStore } from "../../../db/store/localStore.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import { loadProfile } from "../../../platform/account/profile.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { asFields, parseJson } from "../../../platform/session/storedSession.ts";
import { useHoldUpdates } from "../../../ui/page/updateHold.ts";

const EMPTY = {
  ...{ teamName: "", seats: "", organization: "", firstName: "", lastName: "", email: "" },
  ...{ line1: "", line2: "", city: "", postalCode: "", country: "GB", vatNumber: "", purchaseOrder: "" },
};
export type TeamField = keyof typeof EMPTY;
export type TeamTyped = Record<TeamField, string>;

/** In session storage, like the draft of the checkout: it survives the payment page and ends with the tab. */
const KEY = "academy-team-order";

/** The form of a team's order, with what was typed before, what the address says and what the profile knows. */
export function useTeamForm(identity: Identity | null, given: { seats: string; teamName: string }) {
  const [defaultValues] = useState<TeamTyped>(() => ({
    ...EMPTY,
    email: identity ? readableEmail(identity.email) : "",
    ...readDraft(),
    ...(given.seats !== "" && { seats: given.seats }),
    ...(given.teamName !== "" && { teamName: given.teamName }),
  }));
  const form = useForm<TeamTyped>({ defaultValues });
  useHoldUpdates();
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }),
    [form],
  );
  const userId = identity?.userId;
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    void loadProfile(userId).then((loaded) => {
      if (!isCurrent || !loaded.ok) return;
      const { first_name, last_name, organization } = loaded.data;
      const known = { firstName: first_name, lastName: last_name, organization };
      for (const [name, value] of Object.entries(known) as [keyof typeof known, string | null][])
        if (value && form.getValues(name) === "") {
          form.setValue(name, value);
          form.clearErrors(name);
        }
    });
    return () => {
      isCurrent = false;
    };
  }, [form, userId]);
  return { form, clear: () => tabStore()?.removeItem(KEY) };
}

function readDraft(): Partial<TeamTyped> {
  const stored = asFields(parseJson(tabStore()?.getItem(KEY) ?? null)) ?? {};
  const names = Object.keys(EMPTY) as TeamField[]; // It has exactly these keys.
  return Object.fromEntries(
    names.flatMap((name) => (typeof stored[name] === "string" ? [[name, stored[name]]] : [])),
  );
}

function saveDraft(values: Partial<TeamTyped>): void {
  try {
    tabStore()?.setItem(KEY, JSON.stringify(values));
  } catch (error) {
    console.warn("The form's draft could not be saved:", error);
  }
}
