import { type RefObject, useEffect } from "react";
import { emailAddress } from "../../../../domain/email.ts";
import { cleanLine } from "../../../../domain/text/typedText.ts";
import type { ReplyCheck } from "../../../../platform/functions.ts";
import { isComposing } from "../../../../ui/form/isComposing.ts";
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

/**
 * A list of the console: what its address asks for, and the rows that `name` answers. Each screen of a list has one. `more`
 * are further arguments, such as the team whose people are listed.
 */
export function useStaffList<Row>(
  name: `staff_${string}`,
  reply: ReplyCheck<ListPage<Row>>,
  more: Record<string, unknown> = {},
) {
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
    query: useStaffQuery(
      name,
      { ...more, p_search: q, p_filter: filter, p_before: after, p_limit: PAGE_ROWS },
      reply,
    ),
  };
}
export type List<Row> = ReturnType<typeof useStaffList<Row>>;

/** Elements that use the arrow keys themselves, or in which `/` is text. */
const OWN_KEYS = "input, textarea, select, dialog, [contenteditable]";

/**
 * `/` moves the focus to the search box, and the arrow keys move it from row to row. Enter then opens a row, because
 * its link has the focus.
 */
export function useListKeys(
  box: RefObject<HTMLInputElement | null>,
  rows: RefObject<HTMLElement | null>,
): void {
  // The keys work wherever the focus is on the page.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event))
        return;
      const target = targetOf(event, box.current, rows.current);
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [box, rows]);
}

/** The element that gets the focus, or null if the key is not one of the list's. */
function targetOf(
  { key, target }: KeyboardEvent,
  box: HTMLInputElement | null,
  rows: HTMLElement | null,
): HTMLElement | null {
  const from = target instanceof Element ? target : null;
  const isInBox = from === box;
  if (!isInBox && from?.closest(OWN_KEYS)) return null;
  if (key === "/") return isInBox ? null : box;
  const links = [...(rows?.querySelectorAll<HTMLElement>("a[data-row]") ?? [])];
  const current = links.findIndex((link) => link.closest("tr")?.contains(from));
  if (key === "ArrowDown") return links[current + 1] ?? null;
  if (key === "ArrowUp" && !isInBox) return current === 0 ? box : (links[current - 1] ?? null);
  return null;
}
