import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { AuthProvider, useAuth } from "../../platform/session/auth.tsx";
import { DATA_LEFT, STILL_SIGNED_IN } from "../../platform/session/authMessages.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Dialog } from "../../ui/overlay/Dialog.tsx";
import { toast } from "../../ui/overlay/toast.ts";

/** Signs out, even offline. Keeps the stored data for the next sign-in unless the user asks to remove it. */
export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { state, signOut, unsyncedCount } = useAuth();
  const navigate = useNavigate();
  const [removeData, setRemoveData] = useState(false);
  const [unsynced, setUnsynced] = useState<number | "unknown">("unknown");
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    if (state.status !== "signedIn") return;
    let isGone = false;
    unsyncedCount().then(
      (count) => !isGone && setUnsynced(count),
      (error: unknown) => console.error("Error counting unsent work", error),
    );
    return () => {
      isGone = true;
    };
  }, [state.status, unsyncedCount]);

  const leave = async () => {
    setIsBusy(true);
    const left = await signOut({ removeData });
    setIsBusy(false);
    if (!left) return toast(STILL_SIGNED_IN);
    if (left.isDataLeft) toast(DATA_LEFT);
    onClose();
    navigate(paths.auth(), { replace: true });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Sign out?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Stay signed in
          </Button>
          <Button variant={removeData ? "danger" : "primary"} busy={isBusy} onClick={leave}>
            {removeData ? "Remove data and sign out" : "Sign out"}
          </Button>
        </>
      }
    >
      <p>Your lessons and progress stay on this device, hidden, until you sign in here again.</p>
      <Checkbox
        label="Remove my data from this device. Choose this on a shared device."
        checked={removeData}
        onChange={(event) => setRemoveData(event.target.checked)}
      />
      <UnsyncedWarning unsynced={unsynced} removeData={removeData} />
    </Dialog>
  );
}

/** The same for pages outside the member layout, which are not wrapped in an auth provider. */
export function SignOutHere({ onClose }: { onClose: () => void }) {
  return (
    <AuthProvider>
      <SignOutDialog onClose={onClose} />
    </AuthProvider>
  );
}

function UnsyncedWarning({ unsynced, removeData }: { unsynced: number | "unknown"; removeData: boolean }) {
  if (unsynced === 0) return null;
  if (unsynced === "unknown") {
    if (!removeData) return null;
    return <Banner tone="highlight">We could not check whether all your work has been sent.</Banner>;
  }
  const amount = unsynced === 1 ? "1 change has" : `${unsynced} changes have`;
  return (
    <Banner tone={removeData ? "danger" : "highlight"} title={`${amount} not been sent yet.`}>
      {removeData
        ? "Unsent changes will be lost for good if you remove your data now. Go online first, or keep the data."
        : "Unsent changes will be sent after you sign in here again."}
    </Banner>
  );
}
