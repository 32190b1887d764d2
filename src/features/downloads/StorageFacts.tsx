import { useEffect, useState } from "react";
import { byteSize } from "../../domain/byteSize.ts";
import { protectStorage, readStorageUse, type StorageUse } from "../../platform/deviceStorage.ts";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";

/** What the academy takes up in this browser. `hereBytes` changes when lessons come and go. */
export function StorageFacts({ hereBytes }: { hereBytes: number }) {
  const [use, setUse] = useState<StorageUse | null>(null);
  const [asked, setAsked] = useState(0);

  // Synchronises with the browser's own account of the device; asked again when lessons have come or gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both only say that it is time to ask again
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
