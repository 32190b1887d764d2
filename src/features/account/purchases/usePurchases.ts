import { useEffect, useState } from "react";
import { loadPurchases, type Purchase } from "../../../platform/account/orders.ts";
import { useOnline } from "../../../platform/device/useOnline.ts";

/** The learner's purchases. Loaded again whenever the connection returns. */
export function usePurchases() {
  const isOnline = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [purchases, setPurchases] = useState<Purchase[] | "loading" | "unreachable">("loading");
  // Synchronises with the server's record.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and a new connection each trigger another load
  useEffect(() => {
    let isCurrent = true;
    setPurchases((before) => (Array.isArray(before) ? before : "loading"));
    loadPurchases()
      .catch((error: unknown) => {
        console.info("The purchases could not be read", error);
        return null;
      })
      .then((loaded) => {
        if (isCurrent) setPurchases((before) => loaded ?? (Array.isArray(before) ? before : "unreachable"));
      });
    return () => {
      isCurrent = false;
    };
  }, [attempt, isOnline]);
  return { purchases, retry: () => setAttempt((count) => count + 1) };
}
