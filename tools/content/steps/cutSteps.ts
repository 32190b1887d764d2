import type { Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { blockLabel } from "../blocks/blockParts.ts";
import { plainText } from "../text/plainText.ts";
import { isBlock, type Unit, unitsOf } from "./stepUnits.ts";

export type CutStep = {
  /** Null if neither the author nor the text has a title for it. */
  title: string | null;
  /** Not rounded. */
  minutes: number;
  /** Of the author's cut, or of the first element. */
  line: number;
  nodes: RootContent[];
};

/** A step while it is being cut. In a section with cuts by its author, none are added and none removed. */
type Piece = { units: Unit[]; opens: "section" | "part"; isAuthored: boolean };

const MAX_MINUTES = 3;
const MIN_MINUTES = 1;
/** Blocks that are a part of the lesson by themselves. */
const PARTS = new Set(["recall", "warmup", "case", "example", "activity", "reflection"]);
/** Blocks whose title says more than the heading above them ("See it done"). */
const TITLED = new Set(["case", "example", "activity"]);
const SECTION_DEPTH = 2;

/**
 * Cuts a lesson into steps of one to three minutes: at each section and part, then joins what is too short and cuts again
 * what is too long. `content/README.md` explains the rules to authors.
 */
export function cutSteps(tree: Root): CutStep[] {
  const pieces = sectionsOf(unitsOf(tree)).flatMap(partsOf);
  return joinShort(pieces)
    .flatMap(divideLong)
    .map(({ units }) => ({
      title: titleOf(units),
      minutes: minutesIn(units),
      line: units[0]?.cut?.line ?? units[0]?.node.position?.start.line ?? 1,
      nodes: units.map(({ node }) => node),
    }));
}

/** Groups the units so that each for which `begins` is true is the first of its group. */
function groups(units: readonly Unit[], begins: (unit: Unit) => boolean): Unit[][] {
  const found: Unit[][] = [];
  for (const unit of units) {
    const last = found.at(-1);
    if (!last || begins(unit)) found.push([unit]);
    else last.push(unit);
  }
  return found;
}

function sectionsOf(units: readonly Unit[]): Unit[][] {
  return groups(units, ({ node }) => node.type === "heading" && node.depth === SECTION_DEPTH);
}

function partsOf(section: Unit[]): Piece[] {
  const isAuthored = section.some(({ cut }) => cut !== null);
  const begins = ({ cut, node }: Unit) => (isAuthored ? cut !== null : isBlock(node, PARTS));
  return groups(section, begins).map((units, index) => ({
    units,
    opens: index === 0 ? "section" : "part",
    isAuthored,
  }));
}

/** Joins each piece under a minute: an introduction to the part that it introduces, everything else to what precedes it. */
function joinShort(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  let introduction: Piece | null = null;
  for (const [index, each] of pieces.entries()) {
    const piece: Piece = introduction
      ? { ...each, units: [...introduction.units, ...each.units], opens: introduction.opens }
      : each;
    introduction = null;
    const last = joined.at(-1);
    const next = pieces[index + 1];
    const isShort = !piece.isAuthored && minutesIn(piece.units) < MIN_MINUTES;
    if (
      isShort &&
      next &&
      !next.isAuthored &&
      (!last || (piece.opens === "section" && next.opens === "part"))
    )
      introduction = piece;
    else if (isShort && last) joined.splice(-1, 1, { ...last, units: [...last.units, ...piece.units] });
    else joined.push(piece);
  }
  return joined;
}

function divideLong(piece: Piece): Piece[] {
  if (piece.isAuthored || minutesIn(piece.units) <= MAX_MINUTES) return [piece];
  const [best] = piece.units
    .flatMap((_, index) => {
      const sides = [piece.units.slice(0, index), piece.units.slice(index)] as const;
      const [left, right] = [minutesIn(sides[0]), minutesIn(sides[1])];
      const harm = harmOfCut(sides[0].at(-1), sides[1][0]);
      if (harm === null || Math.min(left, right) < MIN_MINUTES) return [];
      return [{ sides, cost: harm + Math.abs(left - right) }];
    })
    .sort((a, b) => a.cost - b.cost);
  return best ? best.sides.flatMap((units) => divideLong({ ...piece, units })) : [piece];
}

/** How much a cut between these two harms the reading, in minutes of imbalance that are worth it. Null: never cut here. */
function harmOfCut(before: Unit | undefined, after: Unit | undefined): number | null {
  if (!before || !after || before.node.type === "heading") return null;
  const { node } = after;
  if (node.type === "heading" || isBlock(node, PARTS)) return 0;
  // Lists, tables, drawings, sources, questions and the like belong to what precedes them.
  if (node.type !== "paragraph" || isDrawing(node)) return null;
  return before.node.type === "paragraph" && !isDrawing(before.node) ? 2 : 1;
}

function isDrawing(node: RootContent): boolean {
  return node.type === "paragraph" && node.children[0]?.type === "image";
}

function minutesIn(units: readonly Unit[]): number {
  return units.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** The author's title, or that of the main block, the first heading, another block or a definition. */
function titleOf(units: readonly Unit[]): string | null {
  if (units[0]?.cut?.title) return units[0].cut.title;
  const nodes = units.map(({ node }) => node);
  const labelOf = (names?: ReadonlySet<string>) =>
    nodes.flatMap((node) => (isBlock(node, names) && blockLabel(node)) || [])[0];
  const heading = nodes.find((node) => node.type === "heading");
  const named = labelOf(TITLED) ?? heading ?? labelOf();
  if (named) return withoutNumber(plainText(named).trim());
  let term: string | null = null;
  for (const node of nodes)
    visit(node, "containerDirective", (block) => {
      if (block.name === "definition") term ??= block.attributes?.term?.trim() || null;
    });
  return term;
}

/** "Idea 2: brief it well" becomes "Brief it well": the number of the step is shown beside its title. */
function withoutNumber(heading: string): string {
  const words = heading.replace(/^Idea \d+: /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
