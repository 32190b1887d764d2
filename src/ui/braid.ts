/** One stretch of one thread: a cubic from lane to lane. `over` is drawn last, with a gap around it. */
export type Stretch = { thread: number; path: string; over: boolean };

const STEP_WIDTH = 56;
const LANE_HEIGHT = 30;

/**
 * Threads that swap lanes with a neighbour at every step, one passing over the other, chosen by `seed`: the same
 * seed always weaves the same cloth. Stretches come in the order in which they must be drawn.
 */
export function braid(
  seed: string,
  lanes: number,
  steps: number,
): { width: number; height: number; stretches: Stretch[] } {
  const random = seededRandom(seed);
  const threads = Array.from({ length: lanes }, (_, lane) => lane);
  const stretches: Stretch[] = [];
  let isFallingOver = random() < 0.5;

  for (let step = 0; step < steps; step++) {
    // Alternate pairs (0-1, 2-3 … then 1-2, 3-4 …) make a plait; now and then a pair runs straight and opens it.
    const under: Stretch[] = [];
    const over: Stretch[] = [];
    const moved = new Set<number>();
    for (let lane = step % 2; lane + 1 < lanes; lane += 2) {
      if (random() < 0.22) continue;
      const [upper, lower] = [threads[lane] ?? 0, threads[lane + 1] ?? 0];
      const falling = { thread: upper, path: stretchPath(step, lane, lane + 1), over: isFallingOver };
      const rising = { thread: lower, path: stretchPath(step, lane + 1, lane), over: !isFallingOver };
      for (const each of [falling, rising]) (each.over ? over : under).push(each);
      threads[lane] = lower;
      threads[lane + 1] = upper;
      moved.add(lane).add(lane + 1);
    }
    for (let lane = 0; lane < lanes; lane++) {
      if (!moved.has(lane))
        under.push({ thread: threads[lane] ?? 0, path: stretchPath(step, lane, lane), over: false });
    }
    stretches.push(...under, ...over);
    isFallingOver = !isFallingOver;
  }
  return { width: steps * STEP_WIDTH, height: lanes * LANE_HEIGHT, stretches };
}

function stretchPath(step: number, from: number, to: number): string {
  const [x, y, endY] = [step * STEP_WIDTH, (from + 0.5) * LANE_HEIGHT, (to + 0.5) * LANE_HEIGHT];
  const bend = STEP_WIDTH * 0.5;
  // Begins a little early, over the end of the stretch before: no hairline between them.
  return `M${x - 1.5} ${y}H${x}C${x + bend} ${y} ${x + STEP_WIDTH - bend} ${endY} ${x + STEP_WIDTH} ${endY}`;
}

/** FNV-1a over the seed, then mulberry32: small, and the same in every browser. Numbers in [0, 1). */
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
