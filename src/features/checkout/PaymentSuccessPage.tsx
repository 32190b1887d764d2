import { useSearchParams } from "react-router-dom";
import { useAuth } from "../../platform/auth.tsx";
import { GuestSuccess, UncheckedSuccess } from "./GuestSuccess.tsx";
import { MemberSuccess } from "./MemberSuccess.tsx";
import { PaymentFault } from "./PaymentFault.tsx";
import { PaymentProcessing } from "./PaymentProcessing.tsx";
import { useVerification } from "./useVerification.ts";

/**
 * `/payment-success`. Without a session id it shows success. With one, a signed-in buyer sees success while the server
 * is asked and a guest sees it afterwards (spec §4). An error replaces it if the payment is not confirmed.
 */
export function Component() {
  const [query] = useSearchParams();
  const { state } = useAuth();
  const sessionId = query.get("session_id");
  if (state.status === "loading") return <PaymentProcessing />;
  if (state.status === "signedIn") return <MemberSuccess sessionId={sessionId} />;
  return sessionId ? <GuestPayment sessionId={sessionId} /> : <UncheckedSuccess />;
}

function GuestPayment({ sessionId }: { sessionId: string }) {
  const { verification, retry } = useVerification(sessionId);
  if (!verification) return <PaymentProcessing />;
  switch (verification.status) {
    case "granted":
      return <GuestSuccess sessionId={sessionId} grant={verification} />;
    case "failed":
      return <PaymentFault message={verification.message} isMember={false} onRetry={retry} />;
  }
}
