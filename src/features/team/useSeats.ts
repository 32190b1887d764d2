import { useCallback, useRef, useState } from "react";
import { loadSeats, SEATS_PER_PAGE, type Seat } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";

/** The people of a team, by pages. A reload keeps as many as are shown. */
export function useSeats(team: string) {
  const shown = useRef(SEATS_PER_PAGE);
  const [isLoading, setLoading] = useState(false);
  const { known, reload, retry, change } = useAccountData(
    useCallback(async () => {
      const page = await loadSeats(team, null, shown.current);
      return page.ok && page.data === null ? ({ ok: true, data: EMPTY } as const) : page;
    }, [team]),
  );
  const page = known?.ok ? (known.data ?? EMPTY) : null;
  /** Resolves to false if the next page could not be loaded. */
  const more = async () => {
    if (!page) return true;
    setLoading(true);
    const next = await loadSeats(team, page.next, SEATS_PER_PAGE);
    setLoading(false);
    if (!next.ok) return false;
    const seats = [...page.seats, ...(next.data?.seats ?? [])];
    shown.current = seats.length;
    change({ seats, next: next.data?.next ?? null });
    return true;
  };
  return { known, reload, retry, more, isLoading };
}

const EMPTY: { seats: Seat[]; next: string | null } = { seats: [], next: null };
export type People = ReturnType<typeof useSeats>;
