/** The place index chosen for each row of a sorting exercise, and whether the answers have been shown. */
export type SortState = { places: readonly (number | null)[]; isChecked: boolean };

export function emptySort(rows: number): SortState {
  return { places: Array.from({ length: rows }, () => null), isChecked: false };
}

/** The stored form: "0,2,,1", with "!" at the end once checked. */
export function writeSort({ places, isChecked }: SortState): string {
  return places.map((place) => place ?? "").join(",") + (isChecked ? "!" : "");
}

/** Returns an empty exercise if the stored one does not fit the current rows and places. */
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
