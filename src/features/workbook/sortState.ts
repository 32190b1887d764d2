/** Where a learner put each row of a sort, by index of the place, and whether they have looked at the answers. */
export type SortState = { places: readonly (number | null)[]; isChecked: boolean };

export function emptySort(rows: number): SortState {
  return { places: Array.from({ length: rows }, () => null), isChecked: false };
}

/** As the device remembers it: "0,2,,1", and "!" at the end once checked. */
export function writeSort({ places, isChecked }: SortState): string {
  return places.map((place) => place ?? "").join(",") + (isChecked ? "!" : "");
}

/** Nothing placed when what is remembered does not fit the exercise as it is now. */
export function readSort(remembered: string | undefined, rows: number, placeCount: number): SortState {
  if (remembered === undefined) return emptySort(rows);
  const isChecked = remembered.endsWith("!");
  const places = remembered
    .replace(/!$/, "")
    .split(",")
    .map((each) => (each === "" ? null : Number(each)));
  const fits =
    places.length === rows &&
    places.every((place) => place === null || (Number.isInteger(place) && place >= 0 && place < placeCount));
  return fits ? { places, isChecked } : emptySort(rows);
}
