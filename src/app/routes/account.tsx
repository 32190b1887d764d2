import { type ReactNode, useEffect, useState } from "react";
import { AccountPage } from "../../features/account/AccountPage.tsx";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import type { Identity } from "../../platform/session/auth.tsx";
import type { Challenge } from "../../platform/session/authTypes.ts";
import { useLacksSecondFactor } from "../../platform/session/halfSession.ts";
import { missingChallenge } from "../../platform/session/signing-in/secondFactor.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("Your account");

export function Component() {
  return (
    <SignedIn opening="Opening your account…">
      {(identity) => (
        <StepUp identity={identity}>
          <AccountPage identity={identity} />
        </StepUp>
      )}
    </SignedIn>
  );
}

const SecondFactorStep = lazyPart(() => import("../../features/auth/SecondFactorStep.tsx"));

/**
 * Asks for the second factor if this session has not passed it: until then, the server neither returns nor changes
 * anything.
 */
function StepUp({ identity, children }: { identity: Identity; children: ReactNode }) {
  const reconnections = useReconnections();
  const isHalf = useLacksSecondFactor(identity.userId);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [isLater, setIsLater] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection and a session that loses its factor each trigger a check
  useEffect(() => {
    let isCurrent = true;
    missingChallenge().then(
      // A challenge that is being passed is kept, with the code that it has sent.
      (missing) => isCurrent && setChallenge((current) => missing && (current ?? missing)),
      (error: unknown) => console.info("The second factors could not be loaded", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [reconnections, isHalf]);
  /** Shows something else in place of the step, which has the focus. */
  const leave = (change: () => void) => () => {
    change();
    focusMain();
  };
  if (!challenge) return children;
  if (!isLater) {
    return (
      <SecondFactorStep
        challenge={challenge}
        onPassed={leave(() => setChallenge(null))}
        onCancel={leave(() => setIsLater(true))}
      />
    );
  }
  return (
    <div className="page py-10">
      <Banner
        tone="highlight"
        title="Confirm it's you"
        action={<Button onClick={() => setIsLater(false)}>Confirm now</Button>}
      >
        To see and change your account, confirm with your second factor.
      </Banner>
    </div>
  );
}
