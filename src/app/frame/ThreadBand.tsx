import { braid } from "../../ui/braid.ts";

const COLOURS = ["stroke-clay", "stroke-indigo", "stroke-ochre"];
/** After six steps the three threads of a plait are where they began, so the next tile goes on from there. */
const TILE = braid("footer", COLOURS.length, 6, "plait");
/** Enough for a window of 4000 px. */
const TILES = 23;
const TILE_ID = "thread-band";

/** A plait as long as the window is wide, and whole at every width. Decoration; at most once on a page. */
export function ThreadBand() {
  return (
    <svg aria-hidden="true" fill="none" strokeWidth="2.2" className="block h-12 w-full">
      <g id={TILE_ID} transform="scale(2)">
        {TILE.threads.map(({ whole }, thread) => (
          // The square ends reach into the neighbouring tiles, or a seam would show at some zoom factors.
          <path key={whole} d={whole} className={COLOURS[thread]} strokeLinecap="square" />
        ))}
        <path d={TILE.gaps} strokeWidth="4.6" className="stroke-sunken" />
        {TILE.threads.map(({ over }, thread) => (
          <path key={over} d={over} className={COLOURS[thread]} />
        ))}
      </g>
      {Array.from({ length: TILES }, (_, index) => (index + 1) * TILE.width * 2).map((x) => (
        <use key={x} href={`#${TILE_ID}`} x={x} />
      ))}
    </svg>
  );
}
