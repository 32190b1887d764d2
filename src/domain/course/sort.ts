import type { SortIsland } from "./island.ts";

/** The place index chosen for each card of a sorting exercise; null for a card that is still to be sorted. */
export type SortState = readonly (number | null)[];

export function emptySort({ rows }: Pick<SortIsland, "rows">): SortState {
  return rows.map(() => null);
}

/** The stored form: the exercise's edition, and the places. The 0 is where a question has its tries (`writeAsk`). */
export function writeSort({ edition }: Pick<SortIsland, "edition">, state: SortState): string {
  return `${edition} 0 ${state.map((place) => place ?? "").join(".")}`;
}

/** The state from its stored form, or null if nothing is stored, or if other cards were sorted, or into other places. */
export function readSort(
  { edition, rows, places }: Pick<SortIsland, "edition" | "rows" | "places">,
  stored: string | undefined,
): SortState | null {
  const [, its, sorted = ""] = /^(\S+) 0 ([\d.]*)$/.exec(stored ?? "") ?? [];
  if (its !== edition) return null;
  const state = sorted.split(".").map((place) => (place === "" ? null : Number(place)));
  const fits =
    state.length === rows.length && state.every((place) => place === null || place < places.length);
  return fits ? state : null;
}
