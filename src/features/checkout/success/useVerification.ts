import { useEffect, useState } from "react";
import { tabStore } from "../../../db/store/localStore.ts";
import { useReconnections } from "../../../platform/device/offlineHint.ts";
import { callFunction } from "../../../platform/functions.ts";
import { forgetAppliedCodes } from "../discount/appliedCode.ts";
import { forgetDraft } from "../draft.ts";
import { followPayment, isSettled, NO_ANSWER, type Verification, verifyPayment } from "./verifyPayment.ts";

/** A buyer learns after this time at the latest that the payment has not been verified yet. */
const PATIENCE_MS = 5_000;

/**
 * The server's verdict on the payment of this session, or null while waiting. Checks go on while it is unknown. Without a
 * session, no request is made.
 */
export function useVerification(sessionId: string | null) {
  const [attempt, setAttempt] = useState(0);
  const [verification, setVerification] = useState<Verification | null>(null);
  const reconnections = useReconnections();
  const isDone = verification !== null && isSettled(verification);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and a new connection trigger another request
  useEffect(() => {
    if (!sessionId || isDone) return;
    let isCurrent = true;
    let latest = verification ?? NO_ANSWER;
    let isPatient = verification === null;
    const report = (result: Verification) => {
      if (!isCurrent) return;
      latest = result;
      if (result.status === "granted") forgetOrder();
      if (!isPatient || isSettled(result)) setVerification(result);
    };
    const patience = setTimeout(() => {
      isPatient = false;
      setVerification(latest);
    }, PATIENCE_MS);
    const pause = (ms: number) => new Promise<boolean>((resolve) => setTimeout(() => resolve(isCurrent), ms));
    void followPayment(() => verifyPayment(callFunction, sessionId), report, pause);
    return () => {
      isCurrent = false;
      clearTimeout(patience);
    };
  }, [sessionId, attempt, reconnections, isDone]);
  const retry = () => {
    setVerification(null);
    setAttempt((count) => count + 1);
  };
  return { verification, retry };
}

/** Deletes the draft, which is no longer needed: it is personal, and the device may be shared. */
function forgetOrder(): void {
  forgetDraft(tabStore());
  forgetAppliedCodes(tabStore());
}
