import { useState } from "react";
import { SITE } from "../../domain/site.ts";
import { makeRecoveryCodes } from "../../platform/factors.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { FormMessage } from "./FormMessage.tsx";

/** Ten codes that replace a lost second factor. They are shown only once. */
export function RecoveryCodes({ left, onMade }: { left: number; onMade: () => Promise<void> }) {
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
        <Banner tone="highlight" title="Make recovery codes">
          Without them you are locked out if you lose your second factor. They are shown only once.
        </Banner>
      ) : (
        <p>You have {left} recovery codes in case you lose your second factor. New ones replace these.</p>
      )}
      <FormMessage failure={failure} />
      <Button variant={left === 0 ? "primary" : "secondary"} busy={isBusy} onClick={make}>
        {left === 0 ? "Make recovery codes" : "Make new recovery codes"}
      </Button>
    </div>
  );
}

function NewCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `Recovery codes, ${SITE.name}\nIf you lose your second factor, use one of these to sign in.\n\n${codes.join("\n")}\n`;
  return (
    <section aria-labelledby="codes-title" className="flex flex-col gap-4">
      <h3 id="codes-title">Keep these codes somewhere you can find them without this device</h3>
      <ul className="grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
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
