import { useEffect, useState } from "react";
import { useOnline } from "../../platform/useOnline.ts";
import { type Answer, isVerdict, unchecked } from "./answer.ts";
import { keepForOffline } from "./keepForOffline.ts";

type Checks = typeof import("./check.ts");

/** Runs a check with its libraries, which come after the page. */
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
    // A browser that lacks what the check needs, or a fault of ours: nothing is said of the certificate.
    console.error("The check ended with an error", error);
    return unchecked("fault");
  }
}

/** The certificate with this number, checked now and again whenever the connection comes back. */
export function useCheck(certificateId: string): { answer: Answer | null; retry: () => void } {
  const isOnline = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  // Synchronises with the academy's records.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt and the connection are reasons to ask again
  useEffect(() => {
    let isCurrent = true;
    setAnswer((before) => (before?.status === "unchecked" ? null : before));
    runCheck(({ checkNumber }) => checkNumber(certificateId)).then((next) => {
      if (!isCurrent) return;
      // An answer is not lost with the connection.
      setAnswer((before) => (isVerdict(before) && !isVerdict(next) ? before : next));
      if (isVerdict(next)) void keepForOffline();
    });
    return () => {
      isCurrent = false;
    };
  }, [certificateId, attempt, isOnline]);
  return { answer, retry: () => setAttempt((count) => count + 1) };
}
