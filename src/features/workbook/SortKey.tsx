import type { SortIsland } from "../../domain/island.ts";
import { Words } from "./Words.tsx";

/** Paper has no button for the answers, so they are printed below the exercise. */
export function SortKey({ island: { rows, places } }: { island: SortIsland }) {
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
