import { Disclosure } from "../../../src/ui/Disclosure.tsx";
import css from "../../../src/ui/styles/tokens.css?raw";
import { Table } from "../../../src/ui/Table.tsx";
import {
  type ColourToken,
  contrast,
  parseColours,
  SHAPE_PAIRS,
  SHAPE_RATIO,
  TEXT_PAIRS,
  TEXT_RATIO,
} from "../colourTokens.ts";
import { Specimen } from "../Specimen.tsx";

const COLOURS = parseColours(css);
const byName = new Map(COLOURS.map((token) => [token.name, token]));

export function Colours() {
  return (
    <>
      <Specimen title="Every colour, light and dark">
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
          {COLOURS.map((token) => (
            <Swatches key={token.name} token={token} />
          ))}
        </ul>
      </Specimen>
      <Specimen
        title="Contrast"
        note={`Text needs ${TEXT_RATIO} to 1, the shape of a control ${SHAPE_RATIO} to 1.`}
      >
        <Disclosure summary={`All ${TEXT_PAIRS.length + SHAPE_PAIRS.length} pairs in use`}>
          <Table
            caption="Pairs in use"
            captionHidden
            columns={[
              { header: "Pair" },
              { header: "For" },
              { header: "Light", numeric: true },
              { header: "Dark", numeric: true },
            ]}
            rows={[
              ...TEXT_PAIRS.map((pair) => rowOf(pair.front, pair.ground, "text")),
              ...SHAPE_PAIRS.map((pair) => rowOf(pair.front, pair.ground, "shape")),
            ]}
          />
        </Disclosure>
      </Specimen>
    </>
  );
}

function Swatches({ token }: { token: ColourToken }) {
  return (
    <li className="flex flex-wrap items-center gap-4">
      {(["light", "dark"] as const).map((theme) => (
        <svg key={theme} aria-hidden="true" viewBox="0 0 1 1" preserveAspectRatio="none" className="swatch">
          <rect width="1" height="1" fill={token[theme]} />
        </svg>
      ))}
      <span className="min-w-0 flex-1 basis-24">
        <span className="block font-semibold">{token.name}</span>
        <span className="block text-muted">
          {token.light} · {token.dark}
        </span>
      </span>
    </li>
  );
}

function rowOf(front: string, ground: string, use: string) {
  const [a, b] = [byName.get(front), byName.get(ground)];
  if (!a || !b) throw new Error(`tokens.css lacks --${front} or --${ground}`);
  const ratios = (["light", "dark"] as const).map((theme) => contrast(a[theme], b[theme]).toFixed(1));
  return [`${front} on ${ground}`, use, ...ratios];
}
