import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useOwnCertificate } from "../../../db/study/ownCertificate.ts";
import { paths } from "../../../domain/paths.ts";
import { isConfirmedBy } from "../../../domain/privacy.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import { loadPurchases } from "../../../platform/account/orders.ts";
import { loadMyTeams } from "../../../platform/account/teams.ts";
import { useAccountData } from "../../../platform/account/useAccountData.ts";
import { type Identity, useAuth } from "../../../platform/session/auth.tsx";
import { DATA_LEFT, STILL_SIGNED_IN } from "../../../platform/session/authMessages.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { FormMessage } from "../AccountSection.tsx";
import { requestDeletion } from "../api.ts";
import { unpaidCount } from "../purchases/purchaseState.ts";

const OFFLINE = "You are offline. You need a connection to delete your account.";
const BROKEN = "That did not work, and nothing has changed. Please try again in a moment.";
const CERTIFICATE = [
  {
    value: "keep",
    label: "Keep it valid",
    hint: "Anyone with its link can still check it and see your name.",
  },
  { value: "end", label: "Delete it too", hint: "Anyone who checks it will find no record of it." },
] as const;

/** Explains what is deleted, what is kept and what would be lost, and requires the email address as confirmation. */
export default function DeleteDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const own = useOwnCertificate();
  const hasCertificate = own.status === "ready" && own.certificate !== null;
  const [certificate, setCertificate] = useState<"keep" | "end">("keep");
  const [typed, setTyped] = useState("");
  const [clearDevice, setClearDevice] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (!isConfirmedBy(typed, identity.email)) {
      setFailure("Please type the email address of your account.");
      return;
    }
    setIsBusy(true);
    const keepCertificate = hasCertificate && certificate === "keep";
    const reply = await requestDeletion({ confirmation: typed, keepCertificate });
    if (!reply.ok) {
      setIsBusy(false);
      setFailure(reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN));
      return;
    }
    const title = `Your account will be deleted on ${formatLongDay(reply.data.dueAt)}`;
    toast({ title, description: "We have sent you an email with a link to keep it." });
    if (clearDevice) {
      const left = await signOut({ removeData: true });
      if (!left) toast(STILL_SIGNED_IN);
      else {
        if (left.isDataLeft) toast(DATA_LEFT);
        navigate(paths.auth(), { replace: true });
      }
    }
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title="Delete your account?">
      <DeletionFacts clearDevice={clearDevice} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {hasCertificate && (
          <RadioGroup
            legend="Your certificate"
            options={CERTIFICATE}
            value={certificate}
            onChange={setCertificate}
          />
        )}
        <Checkbox
          label="Remove everything from this device now, and sign me out"
          checked={clearDevice}
          onChange={(event) => setClearDevice(event.target.checked)}
        />
        <Field label={`To confirm, type ${readableEmail(identity.email)}`}>
          {(control) => (
            <TextInput
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <FormMessage failure={failure} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {isBusy ? "Sending…" : "Delete my account"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * What users must know before they delete an account, most urgent first: unsynced work, payments, what is deleted and
 * what is kept.
 */
function DeletionFacts({ clearDevice }: { clearDevice: boolean }) {
  const unsynced = useUnsyncedCount();
  const { known } = useAccountData(loadPurchases);
  const unpaid = known?.ok ? unpaidCount(known.data) : 0;
  const teams = useAccountData(loadMyTeams).known;
  const ownsTeam = teams?.ok && teams.data.some((team) => !team.is_ended);
  return (
    <>
      {unsynced !== 0 && (
        <Banner
          tone={clearDevice ? "danger" : "highlight"}
          title={
            unsynced === "unknown"
              ? "We could not check whether all your work on this device has been sent."
              : `${unsynced === 1 ? "1 change" : `${unsynced} changes`} on this device ${unsynced === 1 ? "has" : "have"} not been sent yet.`
          }
        >
          {clearDevice
            ? "If you remove everything from this device, this work will be lost for good, even if you later decide to keep your account."
            : "A copy of your data does not include unsent changes."}
        </Banner>
      )}
      {unpaid > 0 && (
        <Banner
          tone="highlight"
          title={`${unpaid} of the 3 payments of your plan ${unpaid === 1 ? "is" : "are"} still due`}
        >
          When your account is deleted, we will end the plan and take no more payments. A payment due before
          that day will still be taken. A certificate for a course that is not fully paid for will also become
          invalid.
        </Banner>
      )}
      {ownsTeam && (
        <Banner
          tone="highlight"
          title="You own a team"
          action={
            <LinkButton variant="secondary" to={paths.team()}>
              Hand it over
            </LinkButton>
          }
        >
          Hand it over to one of its people first. Otherwise its open invitations end with your account, and
          nobody can give or take back a place any more. Those who have one keep it.
        </Banner>
      )}
      <ul className="list-disc pl-5">
        <li>
          After 7 days your account, profile, progress, workbook, notes and student ID are deleted for good.
        </li>
        <li>
          Remains of it stay in the files of the database until it cleans them up, normally within a day, and
          in backups until these are replaced.
        </li>
        <li>Until then you can sign in and keep it, or use the link in the email we send you.</li>
        <li>
          For tax purposes, we keep a record of what you bought, without your name, email address or phone
          number. If an organisation or company made the purchase, we keep its name.
        </li>
        <li>
          Our payment provider deletes your customer record. It must keep the payments themselves, with the
          name, email address and postcode that you entered on its page.
        </li>
      </ul>
    </>
  );
}

function useUnsyncedCount(): number | "unknown" {
  const { unsyncedCount } = useAuth();
  const [count, setCount] = useState<number | "unknown">(0);
  useEffect(() => {
    let isCurrent = true;
    unsyncedCount().then(
      (found) => isCurrent && setCount(found),
      (error: unknown) => {
        console.warn("The unsent work could not be counted", error);
        if (isCurrent) setCount("unknown");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [unsyncedCount]);
  return count;
}
