import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";

/** Longer than anything one would look for; what goes beyond it in an address is cut off. */
export const QUERY_MAX_LENGTH = 100;
/** Browsers refuse to rewrite the address at every key (Safari: 100 times in 10 s). */
const ADDRESS_DELAY_MS = 300;

type AddressQuery = {
  typed: string;
  type: (next: string) => void;
  /** Writes what the address does not show yet. */
  settle: () => void;
};

/**
 * What is searched for follows each key, and `?q=` of the address a moment later, in place of the address before. An
 * address that somebody else sets (a link, the back button) wins.
 */
export function useAddressQuery(): AddressQuery {
  const [params, setParams] = useSearchParams();
  const asked = (params.get("q") ?? "").slice(0, QUERY_MAX_LENGTH);
  const [typed, setTyped] = useState(asked);
  const written = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Synchronises with an address that did not come from here.
  useEffect(() => {
    if (asked === written.current) return;
    clearTimeout(timer.current);
    written.current = asked;
    setTyped(asked);
  }, [asked]);

  // Whoever has left the page keeps the address they went to.
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (text: string) => {
    clearTimeout(timer.current);
    const next = text.trim();
    if (next === written.current) return;
    written.current = next;
    setParams(next ? { q: next } : {}, { replace: true, preventScrollReset: true });
  };

  return {
    typed,
    type(next) {
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(next), ADDRESS_DELAY_MS);
    },
    settle: () => write(typed),
  };
}
