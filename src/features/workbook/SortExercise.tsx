import { Check, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SortIsland } from "../../domain/course/island.ts";
import { emptySort, readSort, type SortState, writeSort } from "../../domain/course/sort.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Words } from "../../ui/Words.tsx";
import type { AnswersIn } from "./fields.ts";
import { GivenNotes, useGiven } from "./useGiven.tsx";

type Props = { island: SortIsland; answers: AnswersIn };

/**
 * One card at a time: the learner chooses a place and reads at once where we put the card, and why. A dot for each card shows
 * which one it is and whether the learner sorted it the same way.
 */
export function SortExercise({ island, answers }: Props) {
  const { rows } = island;
  const given = useGiven({
    id: island.id,
    answers,
    empty: emptySort(island),
    read: (stored) => readSort(island, stored),
    write: (state) => writeSort(island, state),
    // An exercise does not come back in reviews.
    isRight: () => null,
  });
  const { state, change } = given;
  const { at, stay, go, card } = useCard(state);
  const row = rows[at];
  return (
    <section className="block block-sort">
      <p className="block-kind">Sort</p>
      {island.title && <h3 className="block-title">{island.title}</h3>}
      <Dots island={island} state={state} at={at} />
      <div ref={card} tabIndex={-1} className="sort-card print:hidden">
        {row ? (
          <Card
            island={island}
            row={row}
            at={at}
            chosen={state[at] ?? null}
            onChoose={(place) => {
              stay();
              change(state.with(at, place));
            }}
            onNext={() => go(at + 1)}
          />
        ) : (
          <Sorted
            island={island}
            state={state}
            onAgain={() => {
              go(0);
              change(emptySort(island));
            }}
          />
        )}
      </div>
      <GivenNotes
        given={given}
        changed="These cards have changed since you sorted them, so you can sort them again."
        isLost={answers.isLost(island.id)}
      />
      <SortKey island={island} />
    </section>
  );
}

/**
 * The card that is shown: the first that is not sorted, wherever the others were sorted, but for one whose verdict is still being
 * read here. The focus follows a press on this page, because the button, "Next" or "Try again", disappears.
 */
function useCard(state: SortState) {
  const [read, setRead] = useState<number | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const open = state.indexOf(null);
  const first = open < 0 ? state.length : open;
  const at = Math.min(read ?? first, first);
  useEffect(() => {
    if (isPressed.current) card.current?.focus();
    isPressed.current = false;
  });
  return {
    at,
    card,
    stay: () => setRead(at),
    go(to: number) {
      isPressed.current = true;
      setRead(to);
    },
  };
}

type CardProps = {
  island: SortIsland;
  row: SortIsland["rows"][number];
  at: number;
  chosen: number | null;
  onChoose: (place: number) => void;
  onNext: () => void;
};

function Card({ island: { rows, places }, row, at, chosen, onChoose, onNext }: CardProps) {
  return (
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
            onClick={() => chosen === null && onChoose(index)}
          >
            {place}
          </button>
        ))}
      </div>
      <div role="status">{chosen !== null && <Answer row={row} places={places} chosen={chosen} />}</div>
      {chosen !== null && (
        <Button variant="secondary" className="mt-3" onClick={onNext}>
          {at + 1 < rows.length ? "Next" : "See how you did"}
        </Button>
      )}
    </>
  );
}

type PartProps = { island: SortIsland; state: SortState };

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
