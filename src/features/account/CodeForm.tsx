import { type FormEvent, useState } from "react";
import type { AuthOutcome } from "../../platform/authTypes.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { FormMessage } from "./FormMessage.tsx";

type Props = {
  label: string;
  verify: (code: string) => Promise<AuthOutcome>;
  onDone: () => Promise<void>;
  onCancel: () => void;
};

/** The six-digit code that completes the set-up of a factor. */
export function CodeForm({ label, verify, onDone, onCancel }: Props) {
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
