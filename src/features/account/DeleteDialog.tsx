import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useOwnCertificate } from "../../db/ownCertificate.ts";
import { paths } from "../../domain/paths.ts";
import { isConfirmedBy } from "../../domain/privacy.ts";
import { type Identity, useAuth } from "../../platform/auth.tsx";
import { requestDeletion } from "../../platform/privacy.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { toast } from "../../ui/toast.ts";
import { DeletionFacts } from "./DeletionFacts.tsx";
import { FormMessage } from "./FormMessage.tsx";
import { formatDay } from "./formatDay.ts";

const OFFLINE = "You are offline. Deleting your account needs a connection.";
const BROKEN = "That did not work, and nothing has changed. Please try again in a moment.";
const CERTIFICATE = [
  {
    value: "keep",
    label: "Keep it valid",
    hint: "Anyone with its link can still check it and see your name.",
  },
  { value: "end", label: "Delete it too", hint: "Checks will no longer find it." },
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
    const title = `Your account will be deleted on ${formatDay(reply.data.dueAt)}`;
    toast({ title, description: "We have sent you an email with a link to keep it." });
    if (clearDevice) {
      await signOut({ removeData: true });
      navigate(paths.auth(), { replace: true });
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
        <Field label={`To confirm, type ${identity.email}`}>
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
