import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { endEverySession, signOutOthers } from "../../platform/accountActions.ts";
import { useAuth } from "../../platform/auth.tsx";
import { Button } from "../../ui/Button.tsx";
import { FormMessage } from "./FormMessage.tsx";

/** Signs out of other devices, such as a lost phone or a computer at work. */
export function OtherDevices() {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"others" | "everywhere" | null>(null);
  const [outcome, setOutcome] = useState<{ done?: string; failure?: string }>({});

  const leaveOthers = async () => {
    setBusy("others");
    const left = await signOutOthers();
    setOutcome(left.ok ? { done: "You are signed in on this device only" } : { failure: left.message });
    setBusy(null);
  };
  const leaveEverywhere = async () => {
    setBusy("everywhere");
    const left = await endEverySession();
    if (left.ok) {
      await signOut();
      navigate(paths.auth(), { replace: true });
      return;
    }
    setOutcome({ failure: left.message });
    setBusy(null);
  };
  return (
    <div className="flex flex-col gap-4">
      <h3>Other devices</h3>
      <p>
        Ends your sessions on lost or shared devices. Their data stays there, hidden, until you sign in again;
        a session in use ends within an hour.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy === "others"} disabled={busy !== null} onClick={leaveOthers}>
          Sign out other devices
        </Button>
        <Button
          variant="secondary"
          busy={busy === "everywhere"}
          disabled={busy !== null}
          onClick={leaveEverywhere}
        >
          Sign out everywhere
        </Button>
      </div>
      <FormMessage done={outcome.done ?? null} failure={outcome.failure} />
    </div>
  );
}
