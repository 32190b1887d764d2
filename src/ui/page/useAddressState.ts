import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";

/** Browsers limit how often the URL may be rewritten (Safari: 100 times in 10 s). */
const ADDRESS_DELAY_MS = 300;

type Codec<T> = {
  read: (params: URLSearchParams) => T;
  /** The complete query part of the URL. */
  write: (value: T) => URLSearchParams;
};
type AddressState<T> = {
  /** The value in the URL. */
  asked: T;
  /** The local change since the URL was last set from elsewhere, or null if there is none. */
  changed: T | null;
  change: (next: T) => void;
  /** Writes pending changes to the URL. */
  settle: () => void;
};

/**
 * State that follows every keystroke and is written to the URL's query shortly afterwards, replacing the history entry.
 * A URL set from elsewhere (a link, the back button) wins.
 */
export function useAddressState<T>({ read, write }: Codec<T>): AddressState<T> {
  const [params, setParams] = useSearchParams();
  const [changed, setChanged] = useState<T | null>(null);
  const address = params.toString();
  const written = useRef(address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (address === written.current) return;
    clearTimeout(timer.current);
    written.current = address;
    setChanged(null);
  }, [address]);

  // After the user has left the page, its URL must not be rewritten.
  useEffect(() => () => clearTimeout(timer.current), []);

  const put = (value: T) => {
    clearTimeout(timer.current);
    const next = write(value);
    if (next.toString() === written.current) return;
    written.current = next.toString();
    setParams(next, { replace: true, preventScrollReset: true });
  };

  return {
    asked: read(params),
    changed,
    change(next) {
      setChanged(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => put(next), ADDRESS_DELAY_MS);
    },
    settle() {
      if (changed !== null) put(changed);
    },
  };
}
