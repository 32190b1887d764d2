import { cx } from "../../../ui/cx.ts";
import type { RelationshipsData } from "./data.ts";
import { placesOf, RADIUS, SIZE, tiePath } from "./geometry.ts";
import { heard, peopleOf, type RelationshipsState, tiesOf } from "./map.ts";

type Props = {
  data: RelationshipsData;
  state: RelationshipsState;
  chosen: number | null;
  onTap: (id: number) => void;
};

/** Everyone as a button in a circle, above the ties. */
export function Picture({ data, state, chosen, onTap }: Props) {
  const people = peopleOf(data, state);
  const places = new Map(placesOf(people.length).map((place, index) => [people[index]?.id, place]));
  const all = heard(data, state);
  return (
    <div className="relative w-full max-w-md">
      <svg aria-hidden="true" viewBox={`0 0 ${SIZE} ${SIZE}`} className="block w-full">
        {tiesOf(data, state).map((tie) => {
          const [a, b] = tie.ends.map((end) => places.get(end));
          return (
            a &&
            b && (
              <path
                key={tie.ends.join()}
                d={tiePath(tie.state, a, b)}
                strokeWidth={tie.isOwn ? 3 : 2}
                strokeLinecap="round"
                className={cx("fill-none", tie.isOwn ? "stroke-forest" : "stroke-ink")}
              />
            )
          );
        })}
        {people.map(({ id, name }) => {
          const { x, y } = places.get(id) ?? { x: 0, y: 0 };
          return (
            <g key={id}>
              <circle
                cx={x}
                cy={y}
                r={RADIUS}
                strokeWidth="3"
                strokeDasharray={all.has(id) ? undefined : "4 4"}
                className={all.has(id) ? "fill-done-soft stroke-done" : "fill-surface stroke-danger"}
              />
              {people.length <= MAX_LABELLED && <Label x={x} y={y} name={name} />}
            </g>
          );
        })}
      </svg>
      {people.map(({ id, name }, index) => {
        const { x, y } = places.get(id) ?? { x: 0, y: 0 };
        return (
          <button
            key={id}
            type="button"
            aria-label={`${index + 1}, ${name}, ${all.has(id) ? "heard" : "not heard"}`}
            aria-pressed={chosen === id}
            onClick={() => onTap(id)}
            style={{ left: `${(x / SIZE) * 100}%`, top: `${(y / SIZE) * 100}%` }}
            className={cx(
              "lab-node absolute size-12 -translate-x-1/2 -translate-y-1/2 rounded-full font-semibold",
              chosen === id ? "border-4 border-accent" : "border-0",
            )}
          >
            {index + 1}
          </button>
        );
      })}
    </div>
  );
}

const LINE = 13;
/** With more people, only numbers fit into the picture. The list beside it has the names. */
const MAX_LABELLED = 7;

/** A name of up to three words to a line, outside the circle of people. */
function Label({ x, y, name }: { x: number; y: number; name: string }) {
  const words = name.split(" ");
  const lines = words.length > 2 ? [words.slice(0, 2).join(" "), words.slice(2).join(" ")] : [name];
  const top = y < SIZE / 2 ? y - RADIUS - 12 - LINE * (lines.length - 1) : y + RADIUS + LINE + 6;
  const isNearEdge = x < 60 || x > SIZE - 60;
  return lines.map((line, row) => (
    <text
      key={line}
      x={isNearEdge ? (x < 60 ? 2 : SIZE - 2) : x}
      y={top + row * LINE}
      textAnchor={isNearEdge ? (x < 60 ? "start" : "end") : "middle"}
      fontSize="12"
      strokeWidth="4"
      paintOrder="stroke"
      className="fill-ink stroke-paper"
    >
      {line}
    </text>
  ));
}
