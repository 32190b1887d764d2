import { Check, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SortIsland } from "../../domain/course/island.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Words } from "../../ui/Words.tsx";

type Props = { island: SortIsland; state: SortState; onChange: (state: SortState) => void };

/**
 * One card at a time: the learner chooses a place and reads at once where we put the card, and why. A dot for each card shows
 * which one it is and whether the learner sorted it the same way.
 */
export function SortExercise({ island, state, onChange }: Props) {
  const { rows, places } = island;
  const firstOpen = state.indexOf(null);
  const [at, setAt] = useState(firstOpen < 0 ? rows.length : firstOpen);
  const card = useRef<HTMLDivElement>(null);
  const wasAt = useRef(at);
  // The button that was pressed, "Next" or "Try again", disappears.
  useEffect(() => {
    if (wasAt.current !== at) card.current?.focus();
    wasAt.current = at;
  }, [at]);
  const row = rows[at];
  const chosen = state[at] ?? null;

  return (
    <section className="block block-sort">
      <p className="block-kind">Sort</p>
      {island.title && <h3 className="block-title">{island.title}</h3>}
      <Dots island={island} state={state} at={at} />
      <div ref={card} tabIndex={-1} className="sort-card print:hidden">
        {row ? (
          <>
            <p className="ask-question">
              <span className="sr-only">
                {at + 1} of {rows.length}:{" "}
              </span>
              <Words html={row.what} />
            </p>
            <div className="sort-places">
              {places.map((place, index) => (
                <button
                  key={place}
                  type="button"
                  className={cx("chip", chosen === index && "is-chosen")}
                  aria-pressed={chosen === index}
                  aria-disabled={chosen !== null || undefined}
                  onClick={() => chosen === null && onChange(state.with(at, index))}
                >
                  {place}
                </button>
              ))}
            </div>
            <div role="status">{chosen !== null && <Answer row={row} places={places} chosen={chosen} />}</div>
            {chosen !== null && (
              <Button variant="secondary" className="mt-3" onClick={() => setAt(at + 1)}>
                {at + 1 < rows.length ? "Next" : "See how you did"}
              </Button>
            )}
          </>
        ) : (
          <Sorted
            island={island}
            state={state}
            onAgain={() => {
              onChange(emptySort(rows.length));
              setAt(0);
            }}
          />
        )}
      </div>
      <SortKey island={island} />
    </section>
  );
}

type PartProps = Pick<Props, "island" | "state">;

function Dots({ island: { rows }, state, at }: PartProps & { at: number }) {
  return (
    <p className="sort-dots print:hidden">
      {rows.map((row, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an exercise are fixed
          key={index}
          aria-hidden="true"
          className={cx(
            index === at && "is-now",
            state[index] !== null && (state[index] === row.place ? "is-same" : "is-other"),
          )}
        />
      ))}
      <span className="sr-only">{sortedSame({ rows }, state)}</span>
    </p>
  );
}

/** The whole list at the end, for another look. */
function Sorted({ island, state, onAgain }: PartProps & { onAgain: () => void }) {
  const { rows, places } = island;
  return (
    <>
      <p className="font-semibold">{sortedSame(island, state)}</p>
      <details className="fold">
        <summary>
          <span className="fold-title">See them all again</span>
        </summary>
        <ol className="fold-body">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an exercise are fixed
            <li key={index}>
              <Words html={row.what} />
              <Answer row={row} places={places} chosen={state[index] ?? null} />
            </li>
          ))}
        </ol>
      </details>
      <Button variant="secondary" onClick={onAgain}>
        Try again
      </Button>
    </>
  );
}

function sortedSame({ rows }: Pick<SortIsland, "rows">, state: SortState): string {
  const same = rows.filter((row, index) => row.place === state[index]).length;
  return `You sorted ${same} of ${rows.length} the same way we did.`;
}

type AnswerProps = { row: SortIsland["rows"][number]; places: readonly string[]; chosen: number | null };

function Answer({ row, places, chosen }: AnswerProps) {
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

/** Paper has room for all cards, and no button that shows the answers. */
function SortKey({ island: { rows, places } }: { island: SortIsland }) {
  return (
    <div className="sort-key hidden print:block">
      <ol>
        {rows.map(({ what }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an exercise are fixed
          <li key={index}>
            <Words html={what} /> <span>({places.join(" / ")})</span>
          </li>
        ))}
      </ol>
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

/** The place index chosen for each row of a sorting exercise; null for a row that is still to be sorted. */
type SortState = readonly (number | null)[];

export function emptySort(rows: number): SortState {
  return Array.from({ length: rows }, () => null);
}

/** The stored form: "0,2,,1". */
export function writeSort(state: SortState): string {
  return state.map((place) => place ?? "").join(",");
}

/** Returns an empty exercise if the stored one does not fit the current rows and places. */
export function readSort(remembered: string | undefined, rows: number, placeCount: number): SortState {
  if (remembered === undefined) return emptySort(rows);
  const state = remembered.split(",").map((each) => (each === "" ? null : Number(each)));
  const fits =
    state.length === rows &&
    state.every((place) => place === null || (Number.isInteger(place) && place >= 0 && place < placeCount));
  return fits ? state : emptySort(rows);
}
