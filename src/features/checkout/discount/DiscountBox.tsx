import type { KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import type { Plan } from "../../../domain/sales/plans.ts";
import { formatPence, type PriceBreakdown } from "../../../domain/sales/pricing.ts";
import { discountCode } from "../../../domain/text/typedText.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { isComposing } from "../../../ui/form/isComposing.ts";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import type { CheckoutForm } from "../draft.ts";
import type { DiscountState } from "./useDiscount.ts";

type Props = {
  form: CheckoutForm;
  plan: Plan;
  state: DiscountState;
  /** The price of one payment after the discount. */
  price: PriceBreakdown;
  onApply: () => void;
  /** Called when the code is edited, because an applied discount is then no longer valid. */
  onEdit: () => void;
};

const MAX_CODE_LENGTH = 50;

export function DiscountBox({ form, plan, state, price, onApply, onEdit }: Props) {
  const code = useWatch({ control: form.control, name: "discountCode" });
  const isApplying = state.status === "applying";
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    // Otherwise Enter would submit the whole form.
    event.preventDefault();
    if (!isApplying) onApply();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Discount code"
        optional
        error={
          state.status === "refused" && (
            <>
              {state.message}{" "}
              {state.stopsOrder && (
                <span className="block font-normal">
                  Correct the code, or clear the field to pay without a discount.
                </span>
              )}
            </>
          )
        }
      >
        {(control) => (
          <div className="flex flex-wrap gap-3">
            <TextInput
              {...control}
              {...form.register("discountCode", { onChange: onEdit })}
              maxLength={MAX_CODE_LENGTH}
              autoComplete="off"
              spellCheck={false}
              onKeyDown={applyOnEnter}
              className="min-w-0 flex-1 basis-40"
            />
            <Button
              variant="secondary"
              busy={isApplying}
              disabled={discountCode(code) === "" || state.status === "applied"}
              onClick={onApply}
            >
              {isApplying ? "Applying..." : "Apply"}
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="empty:hidden">
        {state.status === "removed" && (
          <>
            The code <span translate="no">{state.code}</span> was removed. <span>{state.message}</span>
          </>
        )}
        {state.status === "applied" && (
          <span className="font-semibold text-done">
            <span>Discount applied! Saving {formatPence(price.savingPence)}</span>
            {plan === "installment" && " a month"}
          </span>
        )}
      </p>
    </div>
  );
}
