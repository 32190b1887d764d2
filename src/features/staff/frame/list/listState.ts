import { useMemo } from "react";
import { emailAddress } from "../../../../domain/email.ts";
import { cleanLine } from "../../../../domain/text/typedText.ts";
import { useAddressState } from "../../../../ui/page/useAddressState.ts";

/** Longer than any address or id that anyone searches for. */
export const SEARCH_MAX_LENGTH = 200;

/** What a list shows, as its address says. `after` is the cursor of the row before the first one. */
export type ListState = { q: string; filter: string; after: string | null };

function readListState(params: URLSearchParams): ListState {
  return {
    q: (params.get("q") ?? "").slice(0, SEARCH_MAX_LENGTH),
    filter: params.get("filter") ?? "",
    after: params.get("after"),
  };
}

/** The query part of the address, without what is at its default. */
export function writeListState({ q, filter, after }: ListState): URLSearchParams {
  const entries = Object.entries({ q: cleanLine(q), filter, after: after ?? "" });
  return new URLSearchParams(entries.filter(([, value]) => value !== ""));
}

/** As the database stores what is searched for. */
const searchText = (q: string) => emailAddress(q) ?? cleanLine(q);

export function useListState() {
  const { asked, changed, change, settle } = useAddressState({ read: readListState, write: writeListState });
  return {
    /** What the address asks for, shortly after the last key press. Pass it on to the query. */
    asked: useMemo(() => ({ ...asked, q: searchText(asked.q) }), [asked]),
    /** The text in the search box. */
    typed: (changed ?? asked).q,
    /** A new search begins with the newest row. */
    search: (q: string) => change({ ...asked, q, after: null }),
    settle,
  };
}
export type List = ReturnType<typeof useListState>;
