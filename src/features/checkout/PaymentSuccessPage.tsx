import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useAuth } from "../../platform/auth.tsx";
import { callFunction } from "../../platform/functions.ts";
import { GuestSuccess, MemberSuccess, PaymentFault, Processing } from "./paymentViews.tsx";
import { syncSoon } from "./syncSoon.ts";
import { verifyPayment } from "./verifyPayment.ts";

type View = { status: "processing" } | { status: "granted" } | { status: "failed"; message: string };

/** `/payment-success`: without a session id, or signed in, it is a success; a guest's payment is asked about. */
export function Component() {
  const [query] = useSearchParams();
  const { state } = useAuth();
  const sessionId = query.get("session_id");
  if (state.status === "loading") return <Processing />;
  if (state.status === "signedIn") return <MemberView sessionId={sessionId} />;
  return sessionId ? <GuestView sessionId={sessionId} /> : <MemberSuccess isSignedIn={false} />;
}

/** The grant may be a moment behind: the server is asked to look now, and the device to fetch what it grants. */
function MemberView({ sessionId }: { sessionId: string | null }) {
  // Synchronises with the server's record of the payment.
  useEffect(() => {
    if (!sessionId) return;
    verifyPayment(callFunction, sessionId).then(() => syncSoon());
  }, [sessionId]);
  return <MemberSuccess isSignedIn />;
}

function GuestView({ sessionId }: { sessionId: string }) {
  const [attempt, setAttempt] = useState(0);
  const [view, setView] = useState<View>({ status: "processing" });
  // Synchronises with the server's record of the payment. A new attempt asks again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is the reason to ask again
  useEffect(() => {
    let isCurrent = true;
    setView({ status: "processing" });
    verifyPayment(callFunction, sessionId).then((result) => {
      if (isCurrent) setView(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [sessionId, attempt]);
  switch (view.status) {
    case "processing":
      return <Processing />;
    case "granted":
      return <GuestSuccess />;
    case "failed":
      return <PaymentFault message={view.message} onRetry={() => setAttempt((count) => count + 1)} />;
  }
}
