import { type FormEvent, useEffect, useMemo, useState } from "react";
import type { CertificateKind } from "../../domain/certificate/certificate.ts";
import { holderNameFault } from "../../domain/certificate/holderName.ts";
import { cleanLine } from "../../domain/text/typedText.ts";
import { loadProfile } from "../../platform/account/profile.ts";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import type { CallResult } from "../../platform/functions.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { receiveCertificate } from "../../sync/account/receiveCertificate.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { MISSING_LETTERS_TITLE, missingLetters } from "./pdf/missingLetters.ts";

type Props = {
  kind: CertificateKind;
  name: string;
  onChange: (name: string) => void;
  hint: string;
  action: { label: string; busy: string };
  /** Called once the certificate has been issued in this name and stored on the device. */
  onReceived?: () => void;
};

/** Requests the certificate in the name from the field. The typed name is kept whatever the outcome. */
export function NameForm({ kind, name, onChange, hint, action, onReceived }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const [refused, setRefused] = useState<Parameters<typeof refusalText>[0] | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const missing = useMemo(() => missingLetters(name), [name]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const cleaned = cleanLine(name);
    const found = holderNameFault(cleaned);
    setFault(found);
    setRefused(undefined);
    if (found) return;
    setIsBusy(true);
    const result = await receiveCertificate(cleaned, kind).catch((error: unknown) => {
      console.warn("The certificate could not be saved on this device", error);
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

type Refused = Extract<CallResult<unknown>, { ok: false }>;

/** True if the name is confirmed and the certificate will be issued automatically, which is not an error. */
function isWaiting(refused: Refused | null): boolean {
  return refused?.code === "plan_running";
}

/** Explains why there is no certificate yet. A null result means that the device could not store it. */
function refusalText(result: Refused | null): string {
  if (!result) return "This device could not save the certificate. Free some space on it and try again.";
  switch (result.kind) {
    case "offline":
      return "There is no connection. Your name stays in the field: try again when you are online.";
    case "broken":
      return "The server did not respond correctly. Please try again later.";
    case "refused":
      if (isWaiting(result)) return `Your name is confirmed. ${result.message}`;
      return result.message ?? "The server did not issue a certificate. Please try again.";
  }
}

/** The name for a certificate: the profile's name until the learner types one. */
export function useNamePrefill(): [name: string, setName: (name: string) => void] {
  const { state } = useAuth();
  const reconnections = useReconnections();
  const userId = state.status === "signedIn" ? state.identity.userId : null;
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another load
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    loadProfile(userId)
      .then((loaded) => {
        if (!isCurrent || !loaded.ok) return;
        setKnown([loaded.data.first_name, loaded.data.last_name].filter(Boolean).join(" "));
      })
      .catch((error: unknown) => console.info("The profile could not be read", error));
    return () => {
      isCurrent = false;
    };
  }, [userId, reconnections]);
  return [typed ?? known, setTyped];
}
