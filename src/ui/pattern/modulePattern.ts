import type { Weave } from "./braid.ts";
import type { ThreadColour } from "./ThreadPattern.tsx";

type Pattern = { seed: string; weave: Weave; lanes: number; palette: readonly ThreadColour[] };

/** Each module has its own weave, density and leading colour, so that the four are easy to distinguish. */
const PATTERNS: readonly [Pattern, ...Pattern[]] = [
  { seed: "module-1", weave: "cord", lanes: 4, palette: ["indigo", "indigo", "ochre", "indigo"] },
  { seed: "module-2", weave: "plait", lanes: 5, palette: ["forest", "forest", "ink", "forest", "ochre"] },
  {
    seed: "module-3",
    weave: "twill",
    lanes: 6,
    palette: ["ochre", "ochre", "clay", "ochre", "ochre", "ink"],
  },
  {
    seed: "module-4",
    weave: "open",
    lanes: 7,
    palette: ["clay", "indigo", "clay", "ochre", "clay", "forest"],
  },
];

/** The pattern of a module by its id ("1" to "4"): `<ThreadPattern {...modulePattern(module.id)} steps={10} />`. */
export function modulePattern(moduleId: string): Pattern {
  return PATTERNS[Number(moduleId) - 1] ?? PATTERNS[0];
}
