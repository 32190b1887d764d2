import { CircleHelp } from "lucide-react";
import { paths } from "../../domain/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { PaymentFrame } from "./PaymentFrame.tsx";

type Props = { message: string; isMember: boolean; onRetry: () => void };

export function PaymentFault({ message, isMember, onRetry }: Props) {
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
        for you. Trying again here will not charge you twice.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="large" onClick={onRetry}>
          Try again
        </Button>
        {isMember && (
          <LinkButton to={paths.dashboard()} size="large" variant="secondary">
            Go to My Learning
          </LinkButton>
        )}
      </div>
    </PaymentFrame>
  );
}
