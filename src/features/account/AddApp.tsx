import { type FormEvent, useState } from "react";
import { SITE } from "../../domain/site.ts";
import { beginApp, finishApp, type NewApp } from "../../platform/factors.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { FormMessage } from "./FormMessage.tsx";
import { freeName } from "./freeName.ts";

type Props = { names: readonly string[]; onDone: () => Promise<void>; onCancel: () => void };

/** Adds an authenticator app: name it, scan the QR code or type the key, then enter a code to prove that it works. */
export function AddApp({ names, onDone, onCancel }: Props) {
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
