import { Check, X } from "lucide-react";
import { useId, useState } from "react";
import type { SortIsland } from "../../domain/course/island.ts";
import { Button } from "../../ui/Button.tsx";
import { Words } from "../../ui/Words.tsx";

type Props = { island: SortIsland; state: SortState; onChange: (state: SortState) => void };

/**
 * The learner assigns every row to a place, then compares with our answers and reasons. Works with keyboard, touch and
 * screen readers.
 */
export function SortExercise({ island, state, onChange }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const { rows, places } = island;
  const { isChecked } = state;
  const left = state.places.filter((place) => place === null).length;
  const same = rows.filter((row, index) => row.place === state.places[index]).length;

  function press(): void {
    setIsAsked(!isChecked);
    if (isChecked) onChange(emptySort(rows.length));
    else if (left === 0) onChange({ ...state, isChecked: true });
  }

  return (
    <section className="block block-sort">
      <p className="block-kind">Sort</p>
      {island.title && <h3 className="block-title">{island.title}</h3>}
      <ol className="sort-rows">
        {rows.map((row, index) => (
          <SortRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an exercise are fixed
            key={index}
            row={row}
            places={places}
            chosen={state.places[index] ?? null}
            isChecked={isChecked}
            onChoose={(place) => {
              setIsAsked(false);
              onChange({ ...state, places: state.places.with(index, place) });
            }}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-4 print:hidden">
        <Button variant={isChecked ? "secondary" : "primary"} onClick={press}>
          {isChecked ? "Try again" : "Check"}
        </Button>
        <p role="status">
          {isChecked && `You sorted ${same} of ${rows.length} the same way we did.`}
          {isAsked && !isChecked && left > 0 && `Sort them all first: ${left} of ${rows.length} to go.`}
        </p>
      </div>
      {!isChecked && <SortKey island={island} />}
    </section>
  );
}

type SortRowProps = {
  row: SortIsland["rows"][number];
  places: readonly string[];
  chosen: number | null;
  isChecked: boolean;
  onChoose: (place: number) => void;
};

function SortRow({ row, places, chosen, isChecked, onChoose }: SortRowProps) {
  const name = useId();
  return (
    <li>
      <fieldset className="min-w-0">
        <legend>
          <Words html={row.what} />
        </legend>
        <div className="sort-places">
          {places.map((place, index) => (
            <label key={place} className="chip">
              <input
                type="radio"
                name={name}
                checked={chosen === index}
                disabled={isChecked}
                onChange={() => onChoose(index)}
                className="covering-input"
              />
              {place}
            </label>
          ))}
        </div>
      </fieldset>
      {isChecked && <Answer row={row} places={places} chosen={chosen} />}
    </li>
  );
}

function Answer({ row, places, chosen }: Pick<SortRowProps, "row" | "places" | "chosen">) {
  const isSame = row.place === chosen;
  const Icon = isSame ? Check : X;
  return (
    <p className="sort-answer">
      <strong className={isSame ? "text-done" : "text-danger"}>
        <Icon aria-hidden="true" className="mr-1 inline size-5 align-[-0.2em]" />
        {isSame ? "Yes" : "We put it under"}: {places[row.place]}.
      </strong>{" "}
      <Words html={row.why} />
    </p>
  );
}

/** Paper has no button that shows the answers, so they are printed below the exercise. */
function SortKey({ island: { rows, places } }: { island: SortIsland }) {
  return (
    <div className="sort-key hidden print:block">
      <p className="font-semibold">How we sorted them</p>
      <ol>
        {rows.map(({ place, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an exercise are fixed
          <li key={index}>
            <strong>{places[place]}.</strong> <Words html={why} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The place index chosen for each row of a sorting exercise, and whether the answers have been shown. */
type SortState = { places: readonly (number | null)[]; isChecked: boolean };

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
