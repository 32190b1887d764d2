import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AccessState } from "./AccessState.tsx";
import { arrivalOf } from "./arrivalOf.ts";
import { PaymentDone } from "./PaymentDone.tsx";
import { PaymentPlan } from "./PaymentPlan.tsx";
import { useVerification } from "./useVerification.ts";

/** A success at once (spec §4); whether the course is open yet is said beside it, as far as it is known. */
export function MemberSuccess({ sessionId }: { sessionId: string | null }) {
  const { verification } = useVerification(sessionId);
  const isGranted = verification?.status === "granted";
  return (
    <PaymentDone title="Payment Successful!">
      <p className="text-lg">
        Thank you. {isGranted && `${arrivalOf(verification)}. `}Your receipt is on its way by mail.
      </p>
      {sessionId && <AccessState verification={verification} />}
      <LinkButton to={paths.dashboard()} size="large" className="self-start">
        Go to My Learning
      </LinkButton>
      {isGranted && <PaymentPlan payments={verification.payments} />}
    </PaymentDone>
  );
}
