import { type FormEvent, useState } from "react";
import { SITE } from "../../../domain/site.ts";
import type { AuthOutcome } from "../../../platform/session/authTypes.ts";
import {
  addPasskey,
  beginApp,
  beginPhone,
  finishApp,
  finishPhone,
  type NewApp,
} from "../../../platform/session/factors.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { FormMessage } from "../FormMessage.tsx";

type Props = { names: readonly string[]; onAdded: () => Promise<void> };

/** Offers three kinds of second factor and adds one at a time. */
export function AddFactor({ names, onAdded }: Props) {
  const [adding, setAdding] = useState<"app" | "phone" | "passkey" | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const done = async () => {
    await onAdded();
    setAdding(null);
  };
  const passkey = async () => {
    setAdding("passkey");
    setFailure(undefined);
    const outcome = await addPasskey(freeName("Passkey", names));
    if (outcome.ok) return done();
    setFailure(outcome.message);
    setAdding(null);
  };
  if (adding === "app") return <AddApp names={names} onDone={done} onCancel={() => setAdding(null)} />;
  if (adding === "phone") return <AddPhone names={names} onDone={done} onCancel={() => setAdding(null)} />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAdding("app")}>
          Add an authenticator app
        </Button>
        <Button variant="secondary" busy={adding === "passkey"} onClick={passkey}>
          Add a passkey
        </Button>
        <Button variant="secondary" onClick={() => setAdding("phone")}>
          Add a phone
        </Button>
      </div>
      <FormMessage failure={failure} />
    </div>
  );
}

type AddProps = { names: readonly string[]; onDone: () => Promise<void>; onCancel: () => void };

/** Adds an authenticator app: name it, scan the QR code or type the key, then enter a code to prove that it works. */
function AddApp({ names, onDone, onCancel }: AddProps) {
  const [name, setName] = useState(freeName("Authenticator app", names));
  const [app, setApp] = useState<NewApp | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const begun = await beginApp(name.trim(), SITE.name);
    setIsBusy(false);
    if (begun.ok) setApp(begun);
    else setFailure(begun.message);
  };
  if (app) {
    return (
      <div className="flex flex-col gap-4">
        <p>
          Scan this with your authenticator app, or type the key into it. Then enter the code that the app
          shows.
        </p>
        {/* White in every theme, because scanners need dark on light. */}
        <img
          src={app.qrCode}
          alt="QR code for your authenticator app"
          width={200}
          height={200}
          className="bg-white p-3"
        />
        <p>
          Key: <code className="wrap-anywhere">{app.secret}</code>
        </p>
        <CodeForm
          label="Code from the app"
          verify={(code) => finishApp(app.id, code)}
          onDone={onDone}
          onCancel={onCancel}
        />
      </div>
    );
  }
  return (
    <form noValidate onSubmit={begin} className="flex flex-col gap-4">
      <Field label="Name" hint="To help you recognise it, for example the phone it is on.">
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <FormMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} disabled={name.trim() === ""}>
          Continue
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Adds a phone that receives codes by text message. */
function AddPhone({ names, onDone, onCancel }: AddProps) {
  const [phone, setPhone] = useState("");
  const [asked, setAsked] = useState<{ id: string; challengeId: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    const begun = await beginPhone(freeName("Phone", names), phone.replace(/[\s().-]/g, ""));
    setIsBusy(false);
    if (begun.ok) setAsked(begun);
    else setFailure(begun.message);
  };
  if (asked) {
    return (
      <CodeForm
        label="Code from the text message"
        verify={(code) => finishPhone(asked.id, asked.challengeId, code)}
        onDone={onDone}
        onCancel={onCancel}
      />
    );
  }
  return (
    <form noValidate onSubmit={begin} className="flex flex-col gap-4">
      <Field label="Mobile number" hint="With the country code, for example +44 7700 900123.">
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            autoComplete="tel"
            value={phone}
            maxLength={30}
            onChange={(event) => setPhone(event.target.value)}
          />
        )}
      </Field>
      <FormMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} disabled={phone.trim() === ""}>
          Send me a code
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type CodeFormProps = {
  label: string;
  verify: (code: string) => Promise<AuthOutcome>;
  onDone: () => Promise<void>;
  onCancel: () => void;
};

/** The six-digit code that completes the set-up of a factor. */
function CodeForm({ label, verify, onDone, onCancel }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    const outcome = await verify(code.replace(/\s/g, ""));
    if (outcome.ok) return onDone();
    setIsBusy(false);
    setFailure(outcome.message);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={label}>
        {(control) => (
          <TextInput
            {...control}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
      </Field>
      <FormMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} disabled={code.trim() === ""}>
          Confirm
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Returns "Passkey", or "Passkey 2" if that is taken: the auth server requires a unique name for every factor. */
function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
