import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { arrivalOf } from "./arrivalOf.ts";
import { GuestSteps } from "./GuestSteps.tsx";
import { MissingMail } from "./MissingMail.tsx";
import { PaymentDone } from "./PaymentDone.tsx";
import { PaymentPlan } from "./PaymentPlan.tsx";
import type { Grant } from "./verifyPayment.ts";

const SignInNow = () => (
  <LinkButton to={paths.auth()} size="large" className="self-start">
    Sign In Now
  </LinkButton>
);

/** For a guest whose payment the server has confirmed. */
export function GuestSuccess({ sessionId, grant }: { sessionId: string; grant: Grant }) {
  return (
    <PaymentDone title="Welcome to the academy">
      <p className="text-lg">{arrivalOf(grant)} and your place on the course is yours. What happens next:</p>
      <GuestSteps />
      <SignInNow />
      <MissingMail sessionId={sessionId} maskedEmail={grant.maskedEmail} />
      <PaymentPlan payments={grant.payments} />
    </PaymentDone>
  );
}

/** For a visit without a session id: the spec calls this a success, although nothing confirms a payment. */
export function UncheckedSuccess() {
  return (
    <PaymentDone title="Payment Successful!">
      <h2>Welcome to the academy</h2>
      <p className="text-lg">
        If you have just paid, your receipt is on its way by email. What happens next:
      </p>
      <GuestSteps />
      <SignInNow />
    </PaymentDone>
  );
}
