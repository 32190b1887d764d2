import { useSearchParams } from "react-router-dom";
import { useAuth } from "../../platform/auth.tsx";
import { GuestSuccess, UncheckedSuccess } from "./GuestSuccess.tsx";
import { MemberSuccess } from "./MemberSuccess.tsx";
import { PaymentFault } from "./PaymentFault.tsx";
import { PaymentProcessing } from "./PaymentProcessing.tsx";
import { useVerification } from "./useVerification.ts";

/**
 * `/payment-success`: a success without a session id. A signed-in buyer sees one while the server is
 * asked, a guest afterwards (spec §4); an error takes its place when the payment cannot be confirmed.
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
