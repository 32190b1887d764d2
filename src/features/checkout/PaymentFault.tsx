import { CircleHelp } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { PaymentFrame } from "./PaymentFrame.tsx";

export function PaymentFault({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <PaymentFrame
      icon={<CircleHelp aria-hidden="true" className="size-12 text-danger" />}
      title="Verification Issue"
    >
      <p role="alert" className="text-lg">
        {message}
      </p>
      <p>
        If your payment was processed, nothing is lost: please contact support and we will open your course
        for you. You will not be charged twice by trying again here.
      </p>
      <Button size="large" onClick={onRetry} className="self-start">
        Try again
      </Button>
    </PaymentFrame>
  );
}
