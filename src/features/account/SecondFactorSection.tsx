import { useCallback, useEffect, useState } from "react";
import { loadSecondFactors, type SecondFactors } from "../../platform/factors.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AddFactor } from "./AddFactor.tsx";
import { FactorList } from "./FactorList.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** The second factors of the account: lists them, adds new ones and makes recovery codes. */
export function SecondFactorSection() {
  const isOnline = useOnline();
  const [known, setKnown] = useState<SecondFactors | "loading" | "unreachable">("loading");
  const load = useCallback(async () => {
    const loaded = await loadSecondFactors().catch((error: unknown) => {
      console.info("The second factors could not be asked for", error);
      return null;
    });
    setKnown((before) => loaded ?? (typeof before === "object" ? before : "unreachable"));
  }, []);
  // Synchronises with the server's record of the account.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another load
  useEffect(() => void load(), [load, isOnline]);

  if (known === "loading") return <Spinner label="Loading your second factors…" />;
  if (known === "unreachable") {
    return (
      <Banner role="status" tone="highlight" title="Your second factors could not be shown">
        You need a connection to see and change them.
      </Banner>
    );
  }
  const { factors, mayChange, recoveryCodesLeft } = known;
  return (
    <>
      {!mayChange && <p>To change these, first confirm with your second factor at the top of this page.</p>}
      <FactorList factors={factors} mayChange={mayChange} onChange={load} />
      {mayChange && <AddFactor names={factors.map(({ name }) => name)} onAdded={load} />}
      {mayChange && factors.length > 0 && <RecoveryCodes left={recoveryCodesLeft} onMade={load} />}
    </>
  );
}
