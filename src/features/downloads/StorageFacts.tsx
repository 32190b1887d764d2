import { useEffect, useState } from "react";
import { byteSize } from "../../domain/byteSize.ts";
import { protectStorage, readStorageUse, type StorageUse } from "../../platform/deviceStorage.ts";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";

/** How much storage the academy uses in this browser. A changed `hereBytes` triggers a new measurement. */
export function StorageFacts({ hereBytes }: { hereBytes: number }) {
  const [use, setUse] = useState<StorageUse | null>(null);
  const [asked, setAsked] = useState(0);

  // Synchronises with the browser's storage estimate, and again when lessons are added or removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both only trigger a new measurement
  useEffect(() => {
    let isGone = false;
    readStorageUse().then(
      (found) => !isGone && setUse(found),
      (error: unknown) => console.warn("The browser does not say how much room there is", error),
    );
    return () => {
      isGone = true;
    };
  }, [hereBytes, asked]);

  if (!use) return null;
  const protect = () => {
    protectStorage().then(
      () => setAsked((n) => n + 1),
      (error: unknown) => console.warn("The browser could not be asked to keep the lessons", error),
    );
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <FactList
        facts={[
          [byteSize(use.usedBytes), "used by the academy, including the app itself"],
          [byteSize(use.allowedBytes), "allowed by this browser"],
        ]}
      />
      <p className="max-w-prose text-muted">
        {use.isProtected
          ? "This browser has agreed not to clear the academy's data when the device is full."
          : "When the device is full, this browser may clear what is stored here. Work already sent to your account is safe."}
      </p>
      {!use.isProtected && asked === 0 && (
        <Button variant="secondary" onClick={protect}>
          Ask the browser to keep it
        </Button>
      )}
    </div>
  );
}
