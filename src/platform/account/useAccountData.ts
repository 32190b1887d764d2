import { useCallback, useEffect, useState } from "react";
import { useReconnections } from "../device/offlineHint.ts";
import { UNREACHABLE } from "../session/authMessages.ts";
import type { Loaded } from "../session/authTypes.ts";

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
