import { useEffect, useState } from "react";
import { tabStore } from "../../db/localStore.ts";
import { callFunction } from "../../platform/functions.ts";
import { saveAppliedCode } from "./appliedCode.ts";
import { forgetDraft } from "./draft.ts";
import { awaitGrant, type Verification, verifyPayment } from "./verifyPayment.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The server's verdict on the payment of this session, or null while waiting. Without a session, no request is made.
 */
export function useVerification(sessionId: string | null) {
  const [attempt, setAttempt] = useState(0);
  const [verification, setVerification] = useState<Verification | null>(null);
  // Synchronises with the server's record of the payment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry triggers another request
  useEffect(() => {
    if (!sessionId) return;
    let isCurrent = true;
    setVerification(null);
    const verify = async (): Promise<Verification> =>
      // Stops asking once the page has been left.
      isCurrent ? verifyPayment(callFunction, sessionId) : { status: "failed", message: "", isFinal: true };
    awaitGrant(verify, pause).then((result) => {
      if (!isCurrent) return;
      if (result.status === "granted") forgetOrder();
      setVerification(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [sessionId, attempt]);
  return { verification, retry: () => setAttempt((count) => count + 1) };
}

/** The draft is no longer needed. It is personal, and the device may be shared. */
function forgetOrder(): void {
  forgetDraft(tabStore());
  saveAppliedCode(tabStore(), null);
}
