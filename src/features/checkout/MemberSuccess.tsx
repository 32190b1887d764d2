import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AccessState } from "./AccessState.tsx";
import { arrivalOf } from "./arrivalOf.ts";
import { PaymentDone } from "./PaymentDone.tsx";
import { PaymentFault } from "./PaymentFault.tsx";
import { PaymentPlan } from "./PaymentPlan.tsx";
import { useVerification } from "./useVerification.ts";

/**
 * Shows success without waiting for the server (spec §4), until the server reports that the payment is not confirmed.
 */
export function MemberSuccess({ sessionId }: { sessionId: string | null }) {
  const { verification, retry } = useVerification(sessionId);
  if (verification?.status === "failed")
    return <PaymentFault message={verification.message} isMember onRetry={retry} />;
  const isGranted = verification?.status === "granted";
  return (
    <PaymentDone title="Payment Successful!">
      <p className="text-lg">
        Thank you. {isGranted && `${arrivalOf(verification)}. `}Your receipt is on its way by email.
      </p>
      {sessionId && <AccessState isGranted={isGranted} />}
      <LinkButton to={paths.dashboard()} size="large" className="self-start">
        Go to My Learning
      </LinkButton>
      {isGranted && <PaymentPlan payments={verification.payments} />}
    </PaymentDone>
  );
}
