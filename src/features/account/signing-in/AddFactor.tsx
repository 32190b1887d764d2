import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { SITE } from "../../../domain/site.ts";
import { cleanLine } from "../../../domain/text/typedText.ts";
import type { AuthOutcome } from "../../../platform/session/authTypes.ts";
import {
  addPasskey,
  beginApp,
  beginPhone,
  finishApp,
  finishPhone,
  type NewApp,
  offersPhones,
} from "../../../platform/session/signing-in/factors.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { FormMessage } from "../AccountSection.tsx";

type Props = { names: readonly string[]; onAdded: () => Promise<unknown> };

/** Offers the kinds of second factor and adds one at a time. */
export function AddFactor({ names, onAdded }: Props) {
  const [adding, setAdding] = useState<"app" | "phone" | "passkey" | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const hasAsked = useRef(false);
  const choices = useRef<HTMLDivElement>(null);
  // The form that had it is replaced by the buttons again.
  useEffect(() => {
    if (adding === "app" || adding === "phone") hasAsked.current = true;
    else if (adding === null && hasAsked.current) {
      hasAsked.current = false;
      choices.current?.querySelector("button")?.focus();
    }
  }, [adding]);
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
      <div ref={choices} className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAdding("app")}>
          Add an authenticator app
        </Button>
        <Button variant="secondary" busy={adding === "passkey"} onClick={passkey}>
          Add a passkey
        </Button>
        {offersPhones() && (
          <Button variant="secondary" onClick={() => setAdding("phone")}>
            Add a phone
          </Button>
        )}
      </div>
      <FormMessage failure={failure} />
    </div>
  );
}

type AddProps = { names: readonly string[]; onDone: () => Promise<void>; onCancel: () => void };

/** Adds an authenticator app: name it, scan the QR code or type the key, then enter a code to prove that it works. */
function AddApp({ names, onDone, onCancel }: AddProps) {
  const [app, setApp] = useState<NewApp | null>(null);
  if (!app) {
    return (
      <OneFieldForm
        key="name"
        label="Name"
        hint="A name you will recognise, such as the name of the phone it is on."
        initial={freeName("Authenticator app", names)}
        input={{ maxLength: 60 }}
        action="Continue"
        send={async (name) => {
          const begun = await beginApp(cleanLine(name), SITE.name);
          if (begun.ok) setApp(begun);
          return begun;
        }}
        onCancel={onCancel}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p>
        Scan this with your authenticator app, or type the key into it. Then enter the code that the app
        shows.
      </p>
      {/* White in every theme, because scanners need a dark code on a light background. */}
      <img
        src={app.qrCode}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
        className="bg-white p-3"
      />
      <p>
        Key:{" "}
        <code translate="no" className="wrap-anywhere">
          {app.secret}
        </code>
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

/** Adds a phone that receives codes by text message. */
function AddPhone({ names, onDone, onCancel }: AddProps) {
  const [asked, setAsked] = useState<{ id: string; challengeId: string } | null>(null);
  if (!asked) {
    return (
      <OneFieldForm
        key="number"
        label="Mobile number"
        hint="With the country code, for example +44 7700 900123."
        input={{ type: "tel", autoComplete: "tel", maxLength: 40 }}
        action="Send me a code"
        send={async (phone) => {
          const begun = await beginPhone(freeName("Phone", names), phone);
          if (begun.ok) setAsked(begun);
          return begun;
        }}
        onCancel={onCancel}
      />
    );
  }
  return (
    <CodeForm
      label="Code from the text message"
      verify={(code) => finishPhone(asked.id, asked.challengeId, code)}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

/** The six-digit code that completes the set-up of a factor. */
function CodeForm(props: {
  label: string;
  verify: (code: string) => Promise<AuthOutcome>;
  onDone: () => Promise<void>;
  onCancel: () => void;
}) {
  const { label, verify, onDone, onCancel } = props;
  return (
    <OneFieldForm
      key="code"
      label={label}
      input={{ inputMode: "numeric", autoComplete: "one-time-code" }}
      action="Confirm"
      send={async (code) => {
        const outcome = await verify(code);
        if (outcome.ok) await onDone();
        return outcome;
      }}
      onCancel={onCancel}
    />
  );
}

type FieldFormProps = {
  label: string;
  hint?: string;
  initial?: string;
  input: ComponentProps<typeof TextInput>;
  action: string;
  /** The form is busy until this resolves. On failure the message is shown under the field. */
  send: (value: string) => Promise<{ ok: true } | { ok: false; message: string }>;
  onCancel: () => void;
};

/** One step of the set-up, with a single field. */
function OneFieldForm({ label, hint, initial = "", input, action, send, onCancel }: FieldFormProps) {
  const [value, setValue] = useState(initial);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    const outcome = await send(value);
    setIsBusy(false);
    if (!outcome.ok) setFailure(outcome.message);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={label} hint={hint}>
        {(control) => (
          <TextInput
            {...input}
            {...control}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      <FormMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} disabled={cleanLine(value) === ""}>
          {action}
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
