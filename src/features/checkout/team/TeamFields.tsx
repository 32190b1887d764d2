import { useEffect, useMemo, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { paths } from "../../../domain/paths.ts";
import { TEAM_DAYS_UNTIL_DUE } from "../../../domain/sales/teams.ts";
import { countryNames } from "../../../domain/text/countries.ts";
import { isAddressProven } from "../../../platform/account/address.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import type { TeamField, TeamTyped } from "./useTeamForm.ts";

type Form = UseFormReturn<TeamTyped>;
type TextProps = {
  form: Form;
  name: TeamField;
  label: string;
  hint?: string;
  optional?: boolean;
  type?: "email";
  inputMode?: "numeric";
  /** A WCAG 1.3.5 input purpose. */
  autoComplete?: string;
  isNarrow?: boolean;
};

export function TeamTextField({
  form,
  name,
  label,
  hint,
  optional = false,
  isNarrow = false,
  ...rest
}: TextProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={form.formState.errors[name]?.message}
      optional={optional}
      className={isNarrow ? "" : "sm:col-span-2"}
    >
      {(control) => (
        <TextInput
          autoComplete="off"
          {...control}
          // What is being corrected is not called wrong any more. Sending checks it again.
          {...form.register(name, { onChange: () => form.clearErrors(name) })}
          {...rest}
        />
      )}
    </Field>
  );
}

export function BuyerFields({ form, isSignedIn }: { form: Form; isSignedIn: boolean }) {
  return (
    <section aria-labelledby="the-buyer" className="grid gap-5 sm:grid-cols-2">
      <h2 id="the-buyer" className="text-2xl sm:col-span-2">
        Your details
      </h2>
      <TeamTextField form={form} name="organization" label="Organisation" autoComplete="organization" />
      <TeamTextField form={form} name="firstName" label="First name" autoComplete="given-name" isNarrow />
      <TeamTextField form={form} name="lastName" label="Last name" autoComplete="family-name" isNarrow />
      <TeamTextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
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
export function BillingFields({ form }: { form: Form }) {
  const countries = useMemo(countryNames, []);
  return (
    <section aria-labelledby="billing" className="grid gap-5 sm:grid-cols-2">
      <h2 id="billing" className="text-2xl sm:col-span-2">
        Invoice
      </h2>
      <TeamTextField form={form} name="line1" label="Address" autoComplete="address-line1" />
      <TeamTextField
        form={form}
        name="line2"
        label="Address, second line"
        autoComplete="address-line2"
        optional
      />
      <TeamTextField form={form} name="city" label="Town or city" autoComplete="address-level2" isNarrow />
      <TeamTextField
        form={form}
        name="postalCode"
        label="Postcode"
        autoComplete="postal-code"
        optional
        isNarrow
      />
      <Field label="Country" error={form.formState.errors.country?.message}>
        {(control) => (
          <Select {...control} {...form.register("country")} autoComplete="country">
            {countries.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TeamTextField form={form} name="vatNumber" label="VAT number" optional isNarrow />
      <TeamTextField form={form} name="purchaseOrder" label="Purchase order number" optional />
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
    let isCurrent = true;
    isAddressProven().then(
      (proven) => isCurrent && setProven(proven),
      (error: unknown) => console.warn("Could not check whether the address is confirmed", error),
    );
    return () => {
      isCurrent = false;
    };
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
          To pay by invoice, <TextLink to={paths.account()}>confirm your email address</TextLink> first.
        </p>
      )}
    </div>
  );
}
