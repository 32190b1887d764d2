import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";

/** Browsers refuse to rewrite the address at every key (Safari: 100 times in 10 s). */
const ADDRESS_DELAY_MS = 300;

type Codec<T> = {
  read: (params: URLSearchParams) => T;
  /** All that the query part of the address then holds. */
  write: (value: T) => URLSearchParams;
};
type AddressState<T> = {
  /** What the address asks for. */
  asked: T;
  /** What was changed here since the address last came from elsewhere; null for nothing. */
  changed: T | null;
  change: (next: T) => void;
  /** Writes what the address does not show yet. */
  settle: () => void;
};

/**
 * What is typed follows each key, and the query part of the address a moment later, in place of the address before. An
 * address that somebody else sets (a link, the back button) wins.
 */
export function useAddressState<T>({ read, write }: Codec<T>): AddressState<T> {
  const [params, setParams] = useSearchParams();
  const [changed, setChanged] = useState<T | null>(null);
  const address = params.toString();
  const written = useRef(address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Synchronises with an address that did not come from here.
  useEffect(() => {
    if (address === written.current) return;
    clearTimeout(timer.current);
    written.current = address;
    setChanged(null);
  }, [address]);

  // Whoever has left the page keeps the address they went to.
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
