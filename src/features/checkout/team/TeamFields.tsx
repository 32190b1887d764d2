import { useEffect, useMemo, useState } from "react";
import { paths } from "../../../domain/paths.ts";
import { TEAM_DAYS_UNTIL_DUE, type TeamTier } from "../../../domain/sales/teams.ts";
import { countryNames } from "../../../domain/text/countries.ts";
import { isAddressProven } from "../../../platform/account/address.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import type { CheckoutForm, FieldName } from "../draft.ts";
import { TextField } from "../form/TextField.tsx";
import { TIER_FORMS } from "../tierForms.ts";

/** Who buys, as in the checkout of one learner: the two share what was typed. */
export function BuyerFields(props: { form: CheckoutForm; tier: TeamTier; isSignedIn: boolean }) {
  const { form, tier, isSignedIn } = props;
  return (
    <section aria-labelledby="the-buyer" className="grid gap-5 sm:grid-cols-2">
      <h2 id="the-buyer" className="text-2xl sm:col-span-2">
        Your details
      </h2>
      <TextField
        form={form}
        name={TIER_FORMS[tier].organization}
        label="Organisation"
        autoComplete="organization"
        className="sm:col-span-2"
      />
      <TextField form={form} name="firstName" label="First name" autoComplete="given-name" />
      <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        className="sm:col-span-2"
        hint={
          isSignedIn
            ? "We will email your receipt to this address."
            : "We will email your receipt and your sign-in details to this address. The team belongs to its account."
        }
      />
    </section>
  );
}

/** For a card, the payment page asks for these. */
export function BillingFields({ form }: { form: CheckoutForm }) {
  const countries = useMemo(countryNames, []);
  const text = (name: FieldName, label: string, autoComplete: string, optional = false) => (
    <TextField {...{ form, name, label, autoComplete, optional }} />
  );
  return (
    <section aria-labelledby="billing" className="grid gap-5 sm:grid-cols-2">
      <h2 id="billing" className="text-2xl sm:col-span-2">
        Invoice
      </h2>
      {text("line1", "Address", "address-line1")}
      {text("line2", "Address, second line", "address-line2", true)}
      {text("city", "Town or city", "address-level2")}
      {text("postalCode", "Postcode", "postal-code", true)}
      <Field label="Country" error={form.formState.errors.countryCode?.message}>
        {(control) => (
          <Select {...control} {...form.register("countryCode")} autoComplete="country">
            {countries.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {text("vatNumber", "VAT number", "off", true)}
      {text("purchaseOrder", "Purchase order number", "off", true)}
    </section>
  );
}

/** An invoice is for a signed-in buyer with a confirmed address: it gives access before it is paid. */
export function HowToPay(props: {
  identity: Identity | null;
  pay: "card" | "invoice";
  onChange: (pay: "card" | "invoice") => void;
}) {
  const { identity, pay, onChange } = props;
  const signInPath = useSignInPath();
  const [isProven, setProven] = useState<boolean | null>(null);
  const userId = identity?.userId;
  useEffect(() => {
    if (!userId) return;
    isAddressProven().then(setProven, (error: unknown) =>
      console.warn("Could not check whether the address is confirmed", error),
    );
  }, [userId]);
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend="How to pay"
        value={pay}
        onChange={onChange}
        options={[
          { value: "card", label: "By card", hint: "The places are ready as soon as you have paid." },
          {
            value: "invoice",
            label: "By invoice",
            hint: `Due in ${TEAM_DAYS_UNTIL_DUE} days, by bank transfer or card.`,
            disabled: !identity || isProven === false,
          },
        ]}
      />
      {!identity && (
        <p>
          To pay by invoice, <TextLink to={signInPath}>sign in or create an account</TextLink> first.
        </p>
      )}
      {identity && isProven === false && (
        <p>
          To pay by invoice, <TextLink to={paths.signingIn()}>confirm your email address</TextLink> first.
        </p>
      )}
    </div>
  );
}
