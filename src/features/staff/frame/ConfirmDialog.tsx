import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useMemo } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { ButtonVariant } from "../../../ui/buttonStyle.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { TextArea } from "../../../ui/form/TextArea.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";
import { amountWords, penceOf } from "./pence.ts";

const REASON_MAX_LENGTH = 500;

type Amount = { label: string; maxPence: number; totalPence: number };

/** What the dialog says and asks for. */
export type Asked = {
  /** A question: "Refund this order?" */
  title: string;
  /** One sentence on what will happen: "The buyer gets £50.00 back on their card, and the access ends." */
  sentence: ReactNode;
  /** Asks for a reason, which is kept with the record of the action. `hint` says who will read it. */
  reason?: { isRequired: boolean; hint?: string };
  /**
   * Asks for an amount of at most `maxPence`, which is also the one suggested. Above a tenth of `totalPence` it is asked for
   * twice, because a slip of a digit would then be expensive.
   */
  amount?: Amount;
};

type DialogProps = Asked & {
  label: string;
  variant: ButtonVariant;
  isRunning: boolean;
  failure: string | null;
  onAct: (entered: { reason: string; amountPence: number | null }) => Promise<void>;
  onClose: () => void;
};

export default function ConfirmDialog(props: DialogProps) {
  const { title, sentence, reason, amount, label, variant, isRunning, failure, onAct, onClose } = props;
  const isReasonRequired = reason?.isRequired ?? false;
  const { maxPence = null, totalPence = 0 } = amount ?? {};
  const resolver = useMemo(
    () => zodResolver(schemaOf(isReasonRequired, maxPence, totalPence)),
    [isReasonRequired, maxPence, totalPence],
  );
  const { register, handleSubmit, formState, control } = useForm({
    resolver,
    defaultValues: { reason: "", amount: maxPence === null ? "" : poundsOf(maxPence), again: "" },
  });
  const { errors } = formState;
  const typed = useWatch({ control, name: "amount" });
  const pence = amount ? penceWithin(typed, amount.maxPence) : null;
  const submit = handleSubmit((typed) =>
    onAct({ reason: typed.reason, amountPence: amount ? penceOf(typed.amount) : null }),
  );
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p>{sentence}</p>
        {amount && (
          <Field
            label={amount.label}
            hint={`In pounds, at most ${formatPence(amount.maxPence)}`}
            error={errors.amount?.message}
          >
            {(control) => (
              <TextInput {...control} {...register("amount")} inputMode="decimal" autoComplete="off" />
            )}
          </Field>
        )}
        {amount && pence !== null && isLarge(pence, amount.totalPence) && (
          <Field
            label="Type it again"
            hint={`Because it is more than a tenth of ${formatPence(amount.totalPence)}`}
            error={errors.again?.message}
          >
            {(control) => (
              <TextInput {...control} {...register("again")} inputMode="decimal" autoComplete="off" />
            )}
          </Field>
        )}
        {reason && (
          <Field
            label="Reason"
            hint={reason.hint}
            optional={!reason.isRequired}
            error={errors.reason?.message}
          >
            {(control) => <TextArea {...control} {...register("reason")} rows={3} />}
          </Field>
        )}
        <div role="alert" className="empty:hidden">
          {failure && <Banner tone="danger" title={failure} />}
        </div>
        {amount && (
          <p role="status" className="font-semibold">
            {pence === null ? "" : `${label} ${amountWords(pence, amount.totalPence)}`}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={variant === "danger" ? "danger" : "primary"} busy={isRunning}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function poundsOf(pence: number): string {
  return (pence / 100).toFixed(2);
}

function penceWithin(typed: string, maxPence: number): number | null {
  const pence = penceOf(typed);
  return pence !== null && pence <= maxPence ? pence : null;
}

const isLarge = (pence: number, totalPence: number) => pence * 10 > totalPence;

function schemaOf(isReasonRequired: boolean, maxPence: number | null, totalPence: number) {
  const isAllowed = (typed: string) => maxPence === null || penceWithin(typed, maxPence) !== null;
  const isRepeated = ({ amount, again }: { amount: string; again: string }) => {
    const pence = maxPence === null ? null : penceWithin(amount, maxPence);
    return pence === null || !isLarge(pence, totalPence) || penceOf(again) === pence;
  };
  const fields = z.object({
    reason: z
      .string()
      .check(
        z.trim(),
        z.maxLength(REASON_MAX_LENGTH, `Use at most ${REASON_MAX_LENGTH} characters`),
        z.minLength(isReasonRequired ? 1 : 0, "Please give a reason"),
      ),
    amount: z
      .string()
      .check(z.refine(isAllowed, `Enter an amount between £0.01 and ${formatPence(maxPence ?? 0)}`)),
    again: z.string(),
  });
  return fields.check(
    z.refine(isRepeated, { error: "Type the same amount again", path: ["again"], when: () => true }),
  );
}
