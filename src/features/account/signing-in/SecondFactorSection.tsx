import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { SITE } from "../../../domain/site.ts";
import { useAccountData } from "../../../platform/account/useAccountData.ts";
import { saveFile } from "../../../platform/device/saveFile.ts";
import type { AuthOutcome, Factor } from "../../../platform/session/authTypes.ts";
import {
  loadSecondFactors,
  makeRecoveryCodes,
  removeFactor,
  type SecondFactors,
} from "../../../platform/session/signing-in/factors.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { AccountData } from "../../../ui/page/AccountData.tsx";
import { FormMessage } from "../AccountSection.tsx";
import { AddFactor } from "./AddFactor.tsx";

/** The second factors of the account: lists them, adds new ones and generates recovery codes. */
export function SecondFactorSection() {
  const { known, reload, retry, change } = useAccountData(loadSecondFactors);
  const remove = async (id: string, known: SecondFactors): Promise<AuthOutcome> => {
    const isOther = (factor: Factor) => factor.id !== id;
    const outcome = await removeFactor(id);
    if (outcome.ok) change({ ...known, factors: known.factors.filter(isOther) });
    // After a failure too: the server may have removed the factor although its response was lost.
    const loaded = await reload();
    return loaded.ok && loaded.data.factors.every(isOther) ? { ok: true } : outcome;
  };
  return (
    <AccountData
      known={known}
      loading="Loading your second factors…"
      failed="Your second factors could not be shown"
      onRetry={retry}
    >
      {(known) => (
        <>
          {!known.mayChange && (
            <p>To change these, first confirm with your second factor at the top of this page.</p>
          )}
          <FactorList {...known} onRemove={(id) => remove(id, known)} />
          {known.mayChange && <AddFactor names={known.factors.map(({ name }) => name)} onAdded={reload} />}
          {known.mayChange && known.factors.length > 0 && (
            <>
              <RecoveryCodes left={known.recoveryCodesLeft} onMade={reload} />
              <BackToConsole />
            </>
          )}
        </>
      )}
    </AccountData>
  );
}

/** For staff whom the console has sent here. */
function BackToConsole() {
  const next = useSearchParams()[0].get("next") ?? "";
  // Only the console: the address may have been made by anyone.
  if (!/^\/staff(?![^/?])/.test(next)) return null;
  return (
    <Banner
      tone="done"
      title="Your second factor is set up"
      action={<LinkButton to={next}>Back to the staff console</LinkButton>}
    >
      Save your recovery codes first: you need one if you lose this factor.
    </Banner>
  );
}

const KINDS: Record<Factor["kind"], string> = {
  totp: "Authenticator app",
  phone: "Phone",
  webauthn: "Passkey",
};

type FactorListProps = {
  factors: readonly Factor[];
  mayChange: boolean;
  onRemove: (id: string) => Promise<AuthOutcome>;
};

function FactorList({ factors, mayChange, onRemove }: FactorListProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const remove = async (id: string) => {
    setBusy(id);
    setFailure(undefined);
    const outcome = await onRemove(id);
    if (!outcome.ok) setFailure(outcome.message);
    setBusy(null);
  };
  if (factors.length === 0) {
    return (
      <p>
        Your account is protected only by your password. A second factor keeps out anyone who discovers the
        password.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ul className="border-y border-line">
        {factors.map(({ id, kind, name }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-line py-3 not-first:border-t"
          >
            <span className="min-w-0 wrap-anywhere">
              <strong>{name || KINDS[kind]}</strong>
              {name && <span className="text-muted"> · {KINDS[kind]}</span>}
            </span>
            {mayChange && (
              <Button
                variant="secondary"
                busy={busy === id}
                disabled={busy !== null}
                aria-label={`Remove ${name || KINDS[kind]}`}
                onClick={() => remove(id)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormMessage failure={failure} />
    </div>
  );
}

/** Ten codes that replace a lost second factor. They are shown only once. */
function RecoveryCodes({ left, onMade }: { left: number; onMade: () => Promise<unknown> }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const make = async () => {
    setIsBusy(true);
    setFailure(undefined);
    const made = await makeRecoveryCodes();
    if (made.ok) {
      setCodes(made.codes);
      await onMade();
    } else setFailure(made.message);
    setIsBusy(false);
  };
  if (codes) return <NewCodes codes={codes} onKept={() => setCodes(null)} />;
  return (
    <div className="flex flex-col items-start gap-4">
      {left === 0 ? (
        <Banner tone="highlight" title="Generate recovery codes">
          Without them you are locked out if you lose your second factor. They are shown only once.
        </Banner>
      ) : (
        <p>You have {left} recovery codes in case you lose your second factor. New ones replace these.</p>
      )}
      <FormMessage failure={failure} />
      <Button variant={left === 0 ? "primary" : "secondary"} busy={isBusy} onClick={make}>
        {left === 0 ? "Generate recovery codes" : "Generate new recovery codes"}
      </Button>
    </div>
  );
}

function NewCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `Recovery codes, ${SITE.name}\nIf you lose your second factor, use one of these to sign in.\n\n${codes.join("\n")}\n`;
  return (
    <section aria-labelledby="codes-title" className="flex flex-col gap-4">
      <h3 id="codes-title">Keep these codes somewhere you can find them without this device</h3>
      <ul translate="no" className="grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => saveFile({ name: "recovery-codes.txt", type: "text/plain", text })}
        >
          Download
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
        <Button onClick={onKept}>I have saved them</Button>
      </div>
    </section>
  );
}
