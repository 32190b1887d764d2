import { Check, X } from "lucide-react";
import { useId } from "react";
import type { SortIsland } from "../../domain/island.ts";
import { Words } from "./Words.tsx";

type Props = {
  row: SortIsland["rows"][number];
  places: readonly string[];
  chosen: number | null;
  isChecked: boolean;
  onChoose: (place: number) => void;
};

export function SortRow({ row, places, chosen, isChecked, onChoose }: Props) {
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

function Answer({ row, places, chosen }: Pick<Props, "row" | "places" | "chosen">) {
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
