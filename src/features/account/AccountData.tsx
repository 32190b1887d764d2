import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import { UNREACHABLE } from "../../platform/session/authMessages.ts";
import type { Loaded } from "../../platform/session/authTypes.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

/** A part of the account, loaded again when the connection returns. Null until the first answer. `load` must be stable. */
export function useAccountData<T>(load: () => Promise<Loaded<T>>) {
  const reconnections = useReconnections();
  const [known, setKnown] = useState<Loaded<T> | null>(null);
  const reload = useCallback(async () => {
    const loaded = await load().catch((error: unknown) => {
      console.info("The code that loads a part of the account is missing", error);
      return { ok: false, message: UNREACHABLE } as const;
    });
    // A failure does not remove what is shown.
    setKnown((before) => (before?.ok && !loaded.ok ? before : loaded));
    return loaded;
  }, [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another load
  useEffect(() => void reload(), [reload, reconnections]);
  return {
    known,
    reload,
    retry() {
      setKnown(null);
      void reload();
    },
    change: (data: T) => setKnown({ ok: true, data }),
  };
}

type Props<T> = {
  known: Loaded<T> | null;
  loading: string;
  failed: string;
  onRetry: () => void;
  children: (data: T) => ReactNode;
};

export function AccountData<T>({ known, loading, failed, onRetry, children }: Props<T>) {
  if (!known) return <Spinner label={loading} />;
  if (known.ok) return children(known.data);
  return (
    <Banner
      role="status"
      tone="highlight"
      title={failed}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {known.message}
    </Banner>
  );
}
