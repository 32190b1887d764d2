import { Spinner } from "../../ui/Spinner.tsx";
import { PaymentFrame } from "./PaymentFrame.tsx";

export function PaymentProcessing() {
  return (
    <PaymentFrame icon={<Spinner className="size-12 text-accent" />} title="Processing Your Payment">
      <p role="status" className="text-lg">
        We are confirming your payment. This usually takes a few seconds; please keep this page open.
      </p>
    </PaymentFrame>
  );
}
