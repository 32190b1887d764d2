import { useState } from "react";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { forgetDeletion } from "../../../platform/account/deletion.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import { DATA_LEFT, STILL_SIGNED_IN } from "../../../platform/session/authMessages.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { keepAccount } from "../api.ts";

const OFFLINE = "You are offline. You need a connection to keep your account.";
const BROKEN = "That did not work. Please try again in a moment.";

/**
 * Shows when the account will be deleted and lets the learner cancel. After that day, it offers to clear this device.
 */
export function DeletionStatus({ dueAt }: { dueAt: string }) {
  return Date.parse(dueAt) > Date.now() ? <ToCome dueAt={dueAt} /> : <Past dueAt={dueAt} />;
}

function ToCome({ dueAt }: { dueAt: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keep = async () => {
    setIsBusy(true);
    const reply = await keepAccount();
    setIsBusy(false);
    if (reply.ok) toast({ title: "Your account will be kept" });
    else setFailure(reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN));
  };
  return (
    <Banner
      tone="highlight"
      title={`Your account will be deleted on ${formatLongDay(dueAt)}`}
      action={
        <Button busy={isBusy} onClick={keep}>
          Keep my account
        </Button>
      }
    >
      <p>Until then everything works as before.</p>
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {failure}
      </p>
    </Banner>
  );
}

function Past({ dueAt }: { dueAt: string }) {
  const { signOut } = useAuth();
  const [isBusy, setIsBusy] = useState(false);
  const clear = async () => {
    setIsBusy(true);
    const left = await signOut({ removeData: true });
    setIsBusy(false);
    if (!left) return toast(STILL_SIGNED_IN);
    forgetDeletion();
    if (left.isDataLeft) return toast(DATA_LEFT);
    // A full page load also discards everything that this page has in memory.
    location.assign("/");
  };
  return (
    <Banner
      tone="highlight"
      title={`Your account was due to be deleted on ${formatLongDay(dueAt)}`}
      action={
        <Button variant="danger" busy={isBusy} onClick={clear}>
          Remove everything from this device
        </Button>
      }
    >
      If it has been deleted, you can no longer sign in. What you did on this device is still here.
    </Banner>
  );
}
