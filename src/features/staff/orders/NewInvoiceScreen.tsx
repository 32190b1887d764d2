import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { v4 } from "uuid";
import { staffPaths } from "../../../domain/paths.ts";
import { INVOICE_TIERS } from "../../../domain/sales/billing.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { typedSeats } from "../../../domain/sales/seats.ts";
import { DAYS_UNTIL_DUE, staffInvoiceReplySchema } from "../../../domain/staff/invoices.ts";
import { countryNames } from "../../../domain/text/countries.ts";
import { callFunction } from "../../../platform/functions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { penceOf } from "../frame/pence.ts";
import { Screen } from "../frame/Screen.tsx";
import {
  EMPTY,
  type Entered,
  FIELDS,
  formSchema,
  listPence,
  priceWords,
  sentenceFor,
  type TextField,
  type Typed,
} from "./newInvoice.ts";

/** Opens an order that is paid by invoice, after its amount and a reason were confirmed. */
export default function NewInvoiceScreen() {
  const navigate = useNavigate();
  // One for the form: a repeat after a lost response must not store a second order.
  const [orderId, setOrderId] = useState(() => v4());
  const [entered, setEntered] = useState<Entered | null>(null);
  const { register, control, trigger, getValues, setValue, formState } = useForm({
    resolver: zodResolver(formSchema),
    // The form starts without a tier, and the schema accepts none.
    defaultValues: EMPTY as Record<keyof typeof EMPTY, string> & { termsSent: boolean } & Typed,
    mode: "onTouched",
  });
  const { errors } = formState;
  const [tier, price, typed] = useWatch({ control, name: ["tier", "price", "seats"] });
  const seats = typedSeats(typed, 1);
  const isTeam = (seats ?? 1) > 1;
  const countries = useMemo(countryNames, []);

  async function check(): Promise<boolean> {
    if (!(await trigger(undefined, { shouldFocus: true }))) return false;
    setEntered(formSchema.parse(getValues()));
    return true;
  }

  async function open(reason: string) {
    const { price: typed, ...fields } = entered ?? formSchema.parse(getValues());
    const body = { ...fields, action: "open", orderId, pricePence: penceOf(typed), reason };
    const result = await callFunction("staff-invoice", body, staffInvoiceReplySchema);
    // What was rejected is corrected in another order. After anything else the same one is repeated.
    if (!result.ok && (result.code === "bad_request" || result.code === "discount_invalid")) setOrderId(v4());
    return result;
  }

  const text = ({ name, label, hint, isOptional }: TextField) => (
    <Field
      key={name}
      label={label}
      hint={hint}
      {...(isOptional && { optional: true })}
      error={errors[name]?.message}
    >
      {(own) => (
        <TextInput
          {...own}
          {...register(name)}
          type={name === "email" ? "email" : "text"}
          autoComplete="off"
        />
      )}
    </Field>
  );
  return (
    <Screen title="New order by invoice" back={{ to: staffPaths.area("orders"), label: "Orders" }}>
      {/* Not a form, because the dialog that asks for the reason is one. */}
      <div className="flex max-w-3xl flex-col gap-6">
        <Card as="section" aria-label="Who will learn" className="flex flex-col gap-5">
          <h2 className="text-2xl">Who will learn</h2>
          {text(FIELDS.places)}
          {isTeam && text(FIELDS.team)}
          <h3 className="text-xl">{isTeam ? "Owner of the team" : "Learner"}</h3>
          {FIELDS.person.map(text)}
        </Card>
        <Card as="section" aria-label="Buyer" className="flex flex-col gap-5">
          <h2 className="text-2xl">Buyer</h2>
          {FIELDS.buyer.map(text)}
          <Field label="Country" error={errors.country?.message}>
            {(own) => (
              <Select {...own} {...register("country")}>
                {countries.map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {FIELDS.references.map(text)}
        </Card>
        <Card as="section" aria-label="Price" className="flex flex-col gap-5">
          <h2 className="text-2xl">Price</h2>
          <Field label="Course" error={errors.tier?.message}>
            {(own) => (
              <Select
                {...own}
                {...register("tier", {
                  onChange: () => {
                    const chosen = getValues("tier");
                    if (chosen)
                      setValue("price", (listPence(chosen) / 100).toFixed(2), { shouldValidate: true });
                  },
                })}
              >
                <option value="">Choose one</option>
                {INVOICE_TIERS.map((each) => (
                  <option key={each} value={each}>
                    {`${TIER_PLANS[each].label}, ${formatPence(listPence(each))} plus VAT`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={isTeam ? "Price of a place before VAT" : "Price before VAT"}
            hint={tier ? `In pounds, at most ${formatPence(listPence(tier))}` : "In pounds"}
            error={errors.price?.message}
          >
            {(own) => <TextInput {...own} {...register("price")} inputMode="decimal" autoComplete="off" />}
          </Field>
          {text(FIELDS.code)}
          <p role="status">{priceWords(price, seats)}</p>
          <Field label="Days to pay" error={errors.daysUntilDue?.message}>
            {(own) => (
              <Select {...own} {...register("daysUntilDue")}>
                {DAYS_UNTIL_DUE.map((days) => (
                  <option key={days}>{days}</option>
                ))}
              </Select>
            )}
          </Field>
          <Checkbox
            {...register("termsSent")}
            label="The terms of service were sent to the buyer with the offer"
            error={errors.termsSent?.message}
          />
        </Card>
        <div role="alert" className="empty:hidden">
          {formState.submitCount === 0 && Object.keys(errors).length > 0 && (
            <Banner tone="danger" title="Nothing was sent. Please correct the marked fields." />
          )}
        </div>
        <div>
          <ConfirmAction
            label="Send the invoice"
            variant="primary"
            before={check}
            title="Send this invoice?"
            sentence={entered && sentenceFor(entered)}
            reason={{ isRequired: true, hint: "For example, the offer that was agreed. Only staff read it." }}
            run={({ reason }) => open(reason)}
            done="The invoice is on its way to the buyer"
            onDone={() => navigate(staffPaths.one("orders", orderId))}
          />
        </div>
      </div>
    </Screen>
  );
}
