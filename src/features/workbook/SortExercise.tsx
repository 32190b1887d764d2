import { useState } from "react";
import type { SortIsland } from "../../domain/island.ts";
import { Button } from "../../ui/Button.tsx";
import { SortKey } from "./SortKey.tsx";
import { SortRow } from "./SortRow.tsx";
import { emptySort, type SortState } from "./sortState.ts";

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
          {isChecked && `${same} of ${rows.length} as we sorted them.`}
          {isAsked && !isChecked && left > 0 && `Place them all first: ${left} of ${rows.length} to go.`}
        </p>
      </div>
      {!isChecked && <SortKey island={island} />}
    </section>
  );
}
