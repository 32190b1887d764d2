const STEP_WIDTH = 15;
const LANE_HEIGHT = 8;
const OVERLAP = 0.4;
/** A curve from one lane to the next, level at both ends. */
const FALL = `c7 0 8 8 ${STEP_WIDTH} ${LANE_HEIGHT}`;
const RISE = `c7 0 8-8 ${STEP_WIDTH}-${LANE_HEIGHT}`;

/** Which neighbours swap at a step: whether the thread in `lane` swaps with the one below it. */
const WEAVES = {
  /** A plait with occasional gaps in which a pair of threads runs straight. */
  open: (lane: number, step: number, random: () => number) => (lane + step) % 2 === 0 && random() >= 0.22,
  plait: (lane: number, step: number) => (lane + step) % 2 === 0,
  /** Pairs of threads twist around each other, with pauses. */
  cord: (lane: number, step: number, random: () => number) =>
    lane % 2 === 0 && (step === 0 || random() >= 0.3),
  /** Some threads run diagonally across all others, like the ridges of a twill. */
  twill: (lane: number, step: number) => (lane - step) % 3 === 0,
};
export type Weave = keyof typeof WEAVES;

/** The SVG path data of one thread: its whole path, and the parts that are on top of another thread. */
type Thread = { whole: string; over: string };

/**
 * Threads that swap lanes with a neighbour at each step, one passing over the other. `seed` determines the pattern.
 * Draw it in three layers: every `whole`, then `gaps` in the background colour and about twice as wide, then every
 * `over`. A part on top extends slightly beyond its gap, so that no hairline shows at the joins.
 */
export function braid(
  seed: string,
  lanes: number,
  steps: number,
  weave: Weave = "open",
): { width: number; height: number; threads: readonly Thread[]; gaps: string } {
  const random = seededRandom(seed);
  const drawn = Array.from({ length: lanes }, (_, lane) => ({
    whole: `M0 ${middleOf(lane)}`,
    over: "",
    isOnTop: false,
  }));
  const order = [...drawn];
  let gaps = "";
  let isFallingOver = random() < 0.5;

  for (let step = 0; step < steps; step++) {
    const x = step * STEP_WIDTH;
    const draw = (from: number, curve: string, isOnTop: boolean) => {
      const thread = order[from];
      if (!thread) return;
      thread.whole += curve;
      if (isOnTop) {
        thread.over += thread.isOnTop ? curve : `M${x - OVERLAP} ${middleOf(from)}h${OVERLAP}${curve}`;
        gaps += `M${x} ${middleOf(from)}${curve}`;
      } else if (thread.isOnTop) thread.over += `h${OVERLAP}`;
      thread.isOnTop = isOnTop;
    };
    for (let lane = 0; lane < lanes; lane++) {
      const [upper, lower] = [order[lane], order[lane + 1]];
      if (upper && lower && WEAVES[weave](lane, step, random)) {
        draw(lane, FALL, isFallingOver);
        draw(lane + 1, RISE, !isFallingOver);
        order.splice(lane, 2, lower, upper);
        lane++;
      } else draw(lane, `h${STEP_WIDTH}`, false);
    }
    // In a plait a thread alternates between over and under. The ridges of a twill stay on top.
    if (weave !== "twill") isFallingOver = !isFallingOver;
  }
  return { width: steps * STEP_WIDTH, height: lanes * LANE_HEIGHT, threads: drawn, gaps };
}

function middleOf(lane: number): number {
  return (lane + 0.5) * LANE_HEIGHT;
}

/** FNV-1a over the seed, then mulberry32: small and identical in every browser. Returns numbers in [0, 1). */
function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
