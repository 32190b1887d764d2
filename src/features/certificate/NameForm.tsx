import { type FormEvent, useMemo, useState } from "react";
import { cleanHolderName, holderNameFault } from "../../domain/holderName.ts";
import { receiveCertificate } from "../../sync/receiveCertificate.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { MISSING_LETTERS_TITLE, missingLetters } from "./missingLetters.ts";
import { isWaiting, refusalText } from "./refusalText.ts";

type Props = {
  name: string;
  onChange: (name: string) => void;
  hint: string;
  action: { label: string; busy: string };
  /** Called once the certificate has been issued in this name and stored on the device. */
  onReceived?: () => void;
};

/** Requests the certificate in the name from the field. The typed name is kept whatever the outcome. */
export function NameForm({ name, onChange, hint, action, onReceived }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const [refused, setRefused] = useState<Parameters<typeof refusalText>[0] | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const missing = useMemo(() => missingLetters(name), [name]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const cleaned = cleanHolderName(name);
    const found = holderNameFault(cleaned);
    setFault(found);
    setRefused(undefined);
    if (found) return;
    setIsBusy(true);
    const result = await receiveCertificate(cleaned).catch((error: unknown) => {
      console.warn("The certificate could not be kept on this device", error);
      return null;
    });
    setIsBusy(false);
    if (result?.ok) onReceived?.();
    else setRefused(result);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refused !== undefined && (
        <Banner
          tone={isWaiting(refused) ? "highlight" : "danger"}
          role="alert"
          title={refusalText(refused)}
        />
      )}
      <Field label="Your name" hint={hint} error={fault ?? undefined}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            autoComplete="name"
            value={name}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              setFault(null);
            }}
          />
        )}
      </Field>
      {missing.length > 0 && (
        <Banner role="status" tone="highlight" title={MISSING_LETTERS_TITLE}>
          It has no font for {missing.length} of them and shows boxes instead. Your certificate will have
          every letter, but you can correct your name only once: confirm it on a device that shows your name.
        </Banner>
      )}
      <Button type="submit" busy={isBusy} className="self-start">
        {isBusy ? action.busy : action.label}
      </Button>
    </form>
  );
}
