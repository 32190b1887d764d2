import { paths } from "../../../domain/paths.ts";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import type { Consents } from "../order/submitCheckout.ts";

type Props = {
  consents: Consents;
  onChange: (consents: Consents) => void;
  /** The buyer wanted to pay, so what is missing is marked. */
  isMarked: boolean;
  /** Reminders go only to the address of an account, not to one that anyone can type (docs/decisions/0037). */
  isSignedIn: boolean;
};

/**
 * UK consumer law requires the first two before digital content is supplied immediately: the Consumer Contracts
 * (Information, Cancellation and Additional Charges) Regulations 2013, regulation 37. The third is voluntary (Privacy
 * and Electronic Communications Regulations 2003, regulation 22). All are recorded on the order.
 */
export function ConsentFields({ consents, onChange, isMarked, isSignedIn }: Props) {
  const box = (name: keyof Consents, missing?: string) => ({
    name,
    error: isMarked && !consents[name] ? missing : undefined,
    checked: consents[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...consents, [name]: event.currentTarget.checked }),
  });
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">
        {isSignedIn ? "Terms, immediate access and reminder" : "Terms and immediate access"}
      </legend>
      <Checkbox
        {...box("termsAccepted", "Please accept the terms")}
        required
        label={
          <>
            I am 18 or over and accept the{" "}
            <a href={paths.terms()} target="_blank" rel="noopener" className="text-link">
              terms of service
            </a>{" "}
            and have read the{" "}
            <a href={paths.privacy()} target="_blank" rel="noopener" className="text-link">
              privacy policy
            </a>{" "}
            (both open in a new tab).
          </>
        }
      />
      <Checkbox
        {...box("immediateSupply", "Please request immediate access")}
        required
        label="I ask for immediate access, and I understand that my 14-day right to cancel ends when the lessons are opened to me."
      />
      {isSignedIn && (
        <Checkbox
          {...box("reminderConsent")}
          label="If I do not finish this order, you may send one reminder to the confirmed address of my account. (optional)"
        />
      )}
    </fieldset>
  );
}
