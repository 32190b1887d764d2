import { useEffect, useState } from "react";
import { useOnline } from "../../platform/useOnline.ts";
import { type Answer, isVerdict, unchecked } from "./answer.ts";
import { keepForOffline } from "./keepForOffline.ts";

type Checks = typeof import("./check.ts");

/** Runs a check after loading its libraries. */
export async function runCheck(check: (checks: Checks) => Promise<Answer>): Promise<Answer> {
  let checks: Checks;
  try {
    checks = await import("./check.ts");
  } catch (error) {
    console.info("The code of the check could not be loaded", error);
    return unchecked("noTools");
  }
  try {
    return await check(checks);
  } catch (error) {
    // An unsupported browser or a bug. Neither says anything about the certificate.
    console.error("The check ended with an error", error);
    return unchecked("fault");
  }
}

/** Checks the certificate with this number, now and whenever the connection returns. */
export function useCheck(certificateId: string): { answer: Answer | null; retry: () => void } {
  const isOnline = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  // Synchronises with the academy's records.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and a new connection each trigger another check
  useEffect(() => {
    let isCurrent = true;
    setAnswer((before) => (before?.status === "unchecked" ? null : before));
    runCheck(({ checkNumber }) => checkNumber(certificateId)).then((next) => {
      if (!isCurrent) return;
      // A verdict is not replaced when the connection is lost.
      setAnswer((before) => (isVerdict(before) && !isVerdict(next) ? before : next));
      if (isVerdict(next)) void keepForOffline();
    });
    return () => {
      isCurrent = false;
    };
  }, [certificateId, attempt, isOnline]);
  return { answer, retry: () => setAttempt((count) => count + 1) };
}
