import { type FormEvent, useState } from "react";
import { beginPhone, finishPhone } from "../../platform/factors.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { FormMessage } from "./FormMessage.tsx";
import { freeName } from "./freeName.ts";

type Props = { names: readonly string[]; onDone: () => Promise<void>; onCancel: () => void };

/** Adds a phone that receives codes by text message. */
export function AddPhone({ names, onDone, onCancel }: Props) {
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
