import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { v4 } from "uuid";
import * as z from "zod/mini";
import { formatPence } from "../../../domain/sales/pricing.ts";
import type { CallResult } from "../../../platform/functions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { ButtonVariant } from "../../../ui/buttonStyle.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { TextArea } from "../../../ui/form/TextArea.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { useStaff } from "./access.ts";
import { amountWords, penceOf } from "./pence.ts";

/** What the person entered. Without a reason it is empty; without an amount it is null. */
export type Confirmed = {
  reason: string;
  amountPence: number | null;
  /**
   * The same for every attempt until one succeeds or the dialog is opened again, so that the server can recognise a
   * repeat of an attempt whose reply was lost.
   */
  attemptId: string;
};

type Props = Asked & {
  /** On the button that opens the dialog, and on the one that acts: "Refund". */
  label: string;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** Runs when the button is pressed, and decides whether the dialog opens: for example, whether a form is valid. */
  before?: () => Promise<boolean>;
  /** Performs the action: `staffRpc` or `callFunction`. */
  run: (confirmed: Confirmed) => Promise<CallResult<unknown>>;
  /** The message after success: "The order was refunded". */
  done: string;
  /** Usually the `reload` of the screen's query. */
  onDone: () => void;
};

/** A button for an action that other people notice. Says what will happen, asks once and shows the result. */
export function ConfirmAction(props: Props) {
  const { label, variant = "secondary", disabled, before, run, done, onDone, ...asked } = props;
  const { noteRefusal } = useStaff();
  const attemptId = useRef("");
  const isShown = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const show = (isNowOpen: boolean) => {
    isShown.current = isNowOpen;
    setIsOpen(isNowOpen);
  };
  const ask = async () => {
    if (before && !(await before())) return;
    attemptId.current = v4();
    setFailure(null);
    show(true);
  };
  const act = async (entered: Omit<Confirmed, "attemptId">) => {
    setIsRunning(true);
    setFailure(null);
    const result = await run({ ...entered, attemptId: attemptId.current });
    setIsRunning(false);
    if (result.ok) {
      toast({ title: done });
      show(false);
      onDone();
      return;
    }
    setFailure(wordsFor(result));
    // Someone who has closed the dialog in the meantime must still learn of it.
    if (!isShown.current) toast({ title: `${label}: ${wordsFor(result)}`, variant: "destructive" });
    noteRefusal(result.code);
  };

  return (
    <>
      <Button variant={variant} disabled={disabled} busy={isRunning && !isOpen} onClick={ask}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          {...asked}
          label={label}
          variant={variant}
          isRunning={isRunning}
          failure={failure}
          onAct={act}
          onClose={() => show(false)}
        />
      )}
    </>
  );
}

function wordsFor(result: Extract<CallResult<unknown>, { ok: false }>): string {
  if (result.message) return result.message;
  return result.kind === "offline"
    ? "The connection was lost, so we do not know whether this was done. Try again: it is never done twice."
    : "The academy answered with an error, and nothing was done. Reload the page to see the current state.";
}

const REASON_MAX_LENGTH = 500;

type Amount = { label: string; maxPence: number; totalPence: number };

type Asked = {
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

function ConfirmDialog(props: DialogProps) {
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
