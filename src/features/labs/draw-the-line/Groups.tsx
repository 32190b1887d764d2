import { Table } from "../../../ui/Table.tsx";
import { percent } from "../kit.tsx";
import { HIGHEST, outcomeOf } from "./cutOffs.ts";
import type { DrawTheLineData, Group } from "./data.ts";

type GroupsProps = { data: DrawTheLineData; cutOffs: readonly [number, number] };

/** What the cut-offs do, as a picture of each group and as a table. */
export function Groups({ data: { groups }, cutOffs }: GroupsProps) {
  const found = groups.map((group, index) => outcomeOf(group, cutOffs[index] ?? HIGHEST));
  const inNeed = groups.map(({ need }) => need.reduce((sum, count) => sum + count, 0));
  const tallest = Math.max(
    ...groups.flatMap(({ need, other }) => need.map((count, score) => count + (other[score] ?? 0))),
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {groups.map((group, index) => (
          <Histogram key={group.name} group={group} tallest={tallest} cutOff={cutOffs[index] ?? HIGHEST} />
        ))}
      </div>
      <p className="text-base text-muted">
        Each bar is one score. Dark: people in need. Light: people who are not. Right of the line: approved.
      </p>
      <Table
        caption="What the cut-off does"
        columns={[
          { header: "Of 100 people" },
          ...groups.map(({ name }) => ({ header: name, numeric: true })),
        ]}
        rows={[
          ["Approved", ...found.map(({ approved }) => approved)],
          [
            "In need, but refused",
            ...found.map(
              ({ missed, missRate }, index) => `${missed} of ${inNeed[index]} (${percent(missRate / 100)})`,
            ),
          ],
          ["Approved, but not in need", ...found.map(({ wrong }) => wrong)],
          ["Wrong decisions", ...found.map(({ errorRate }) => percent(errorRate / 100))],
        ]}
      />
    </>
  );
}

const WIDTH = 300;
const HEIGHT = 90;

type HistogramProps = {
  group: Group;
  /** The most people with one score, in any group. */
  tallest: number;
  cutOff: number;
};

/** Decorative: the table below has the numbers. */
function Histogram({ group: { name, need, other }, tallest, cutOff }: HistogramProps) {
  const step = WIDTH / need.length;
  const scale = HEIGHT / tallest;
  return (
    <figure>
      <figcaption className="font-semibold">{name}</figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-1 w-full">
        {need.map((count, index) => {
          const others = other[index] ?? 0;
          const bar = { x: index * step + 3, width: step - 6 };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the scores are fixed
            <g key={index} opacity={index + 1 < cutOff ? 0.45 : 1}>
              <rect {...bar} y={HEIGHT - count * scale} height={count * scale} className="fill-indigo" />
              <rect
                {...bar}
                y={HEIGHT - (count + others) * scale}
                height={others * scale}
                className="fill-line stroke-muted"
              />
            </g>
          );
        })}
        <line
          x1={(cutOff - 1) * step}
          x2={(cutOff - 1) * step}
          y2={HEIGHT}
          strokeWidth="4"
          className="stroke-clay"
        />
      </svg>
    </figure>
  );
}
