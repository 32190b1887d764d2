import { paths } from "../../domain/paths.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";

type Consent = { termsAccepted: boolean; immediateSupply: boolean };

/**
 * UK consumer law asks for both before digital content is supplied at once: the Consumer Contracts (Information,
 * Cancellation and Additional Charges) Regulations 2013, regulation 37. Both are recorded on the order.
 */
export function ConsentFields({
  consent,
  onChange,
}: {
  consent: Consent;
  onChange: (consent: Consent) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Terms and immediate access</legend>
      <Checkbox
        checked={consent.termsAccepted}
        onChange={(event) => onChange({ ...consent, termsAccepted: event.currentTarget.checked })}
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
        checked={consent.immediateSupply}
        onChange={(event) => onChange({ ...consent, immediateSupply: event.currentTarget.checked })}
        required
        label="I ask for access at once, and I understand that my 14-day right to cancel ends when the lessons are opened to me."
      />
    </fieldset>
  );
}
