import type { Decision } from "./results.ts";
import { secondsWords } from "./words.ts";

const WIDTH = 320;
const HEIGHT = 120;
const MARGIN = 10;

/** Decorative: the tables have the numbers. One mark per decision with a time, from left to right, slow ones high up. */
export function Timeline({ decisions }: { decisions: readonly Decision[] }) {
  const longest = Math.max(1, ...decisions.map(({ tenths }) => tenths ?? 0));
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, decisions.length - 1);
  return (
    <figure className="m-0 max-w-xl">
      <figcaption className="text-base text-muted">
        From left to right in your order; the higher, the slower. The slowest took {secondsWords(longest)}.
        Large dots: wrong suggestions that you caught. Crosses: wrong suggestions that you missed. Triangles:
        right suggestions that you overrode.
      </figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-2 w-full">
        <line x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} className="stroke-line" />
        {decisions.map((decision) =>
          decision.tenths === null ? null : (
            <Mark
              key={decision.number}
              decision={decision}
              x={MARGIN + (decision.number - 1) * step}
              // The root keeps one very slow decision from pressing the others flat.
              y={HEIGHT - MARGIN - Math.sqrt(decision.tenths / longest) * (HEIGHT - 2 * MARGIN)}
            />
          ),
        )}
      </svg>
    </figure>
  );
}

function Mark({ decision: { isPlanted, isRight }, x, y }: { decision: Decision; x: number; y: number }) {
  if (isPlanted && isRight) return <circle cx={x} cy={y} r="6" className="fill-indigo" />;
  if (isPlanted)
    return (
      <path
        d={`M${x - 5} ${y - 5}l10 10M${x - 5} ${y + 5}l10 -10`}
        strokeWidth="3"
        className="fill-none stroke-clay"
      />
    );
  if (!isRight) return <path d={`M${x} ${y - 6}l6 11h-12z`} className="fill-clay" />;
  return <circle cx={x} cy={y} r="2.5" className="fill-muted" />;
}
