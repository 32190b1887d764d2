import { emailAddress } from "../../../../domain/email.ts";
import { cleanLine } from "../../../../domain/text/typedText.ts";
import type { ReplyCheck } from "../../../../platform/functions.ts";
import { useAddressState } from "../../../../ui/page/useAddressState.ts";
import { useStaffQuery } from "../useStaffQuery.ts";

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

/** A page of a list, and the cursor for the rows after it. */
export type ListPage<Row> = { rows: readonly Row[]; next: string | null };

const PAGE_ROWS = 50;

/** A list of the console: what its address asks for, and the rows that `name` answers. Each screen of a list has one. */
export function useStaffList<Row>(name: `staff_${string}`, reply: ReplyCheck<ListPage<Row>>) {
  const { asked, changed, change, settle } = useAddressState({ read: readListState, write: writeListState });
  const { filter, after } = asked;
  const q = searchText(asked.q);
  return {
    /** What the address asks for, shortly after the last key press. */
    asked: { q, filter, after },
    /** The text in the search box. */
    typed: (changed ?? asked).q,
    /** A new search begins with the newest row. */
    search: (typed: string) => change({ ...asked, q: typed, after: null }),
    settle,
    query: useStaffQuery(name, { p_search: q, p_filter: filter, p_before: after, p_limit: PAGE_ROWS }, reply),
  };
}
export type List<Row> = ReturnType<typeof useStaffList<Row>>;
