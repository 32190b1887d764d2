import { useRef, useState } from "react";
import { v4 } from "uuid";
import type { CallResult } from "../../../platform/functions.ts";
import { Button } from "../../../ui/Button.tsx";
import type { ButtonVariant } from "../../../ui/buttonStyle.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { lazyPart, MissingDialog } from "../../../ui/page/lazyPart.tsx";
import { useStaff } from "./access.ts";
import type { Asked } from "./ConfirmDialog.tsx";

/** Loaded by the first press: the forms' library is as large as a screen. */
const ConfirmDialog = lazyPart(() => import("./ConfirmDialog.tsx"), { Missing: MissingDialog });

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
