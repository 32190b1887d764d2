import { type ReactNode, useEffect, useState } from "react";
import type { Challenge } from "../platform/authTypes.ts";
import { missingChallenge } from "../platform/stepUp.ts";
import { useOnline } from "../platform/useOnline.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";

const SecondFactorStep = lazyPart(() => import("../features/auth/SecondFactorStep.tsx"));

/** Asks for the second factor before an account is changed, where this session has not shown it. Reading goes on without. */
export function StepUp({ children }: { children: ReactNode }) {
  const isOnline = useOnline();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [isLater, setIsLater] = useState(false);
  // Synchronises with the server's word on this session.
  useEffect(() => {
    if (!isOnline) return;
    let isCurrent = true;
    missingChallenge().then(
      (missing) => isCurrent && setChallenge(missing),
      (error: unknown) => console.info("The second factors could not be asked for", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOnline]);
  if (!challenge) return children;
  if (!isLater) {
    return (
      <SecondFactorStep
        challenge={challenge}
        onPassed={() => setChallenge(null)}
        onCancel={() => setIsLater(true)}
      />
    );
  }
  return (
    <>
      <div className="page pt-10">
        <Banner
          tone="highlight"
          title="Your second factor has not been asked for here"
          action={<Button onClick={() => setIsLater(false)}>Confirm with it now</Button>}
        >
          You can look at your account. To change anything, confirm first.
        </Banner>
      </div>
      {children}
    </>
  );
}
