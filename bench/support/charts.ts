/** A line in a chart. `x` and `y` may be in any unit. */
type Line = { name: string; points: readonly (readonly [x: number, y: number])[] };
type Chart = {
  title: string;
  x: { label: string; ticks: readonly number[]; isLog?: boolean };
  yLabel: string;
  lines: readonly Line[];
};

const [WIDTH, HEIGHT] = [640, 300];
const FRAME = { left: 64, right: 96, top: 40, bottom: 48 };
const TICKS = 4;

/** A line chart as a small SVG file that is readable on light and dark backgrounds. */
export function drawChart({ title, x, yLabel, lines }: Chart): string {
  const highest = niceCeiling(Math.max(...lines.flatMap(({ points }) => points.map(([, y]) => y))));
  const scale = x.isLog ? Math.log10 : (value: number) => value;
  const [from, to] = [scale(x.ticks[0] ?? 0), scale(x.ticks.at(-1) ?? 1)];
  const [width, height] = [WIDTH - FRAME.left - FRAME.right, HEIGHT - FRAME.top - FRAME.bottom];
  const atX = (value: number) => round(FRAME.left + ((scale(value) - from) / (to - from)) * width);
  const atY = (value: number) => round(FRAME.top + height - (value / highest) * height);

  const rules = Array.from({ length: TICKS + 1 }, (_, tick) => (highest / TICKS) * tick).map(
    (value) =>
      `<path class="rule" d="M${FRAME.left} ${atY(value)}h${width}"/>` +
      `<text x="${FRAME.left - 8}" y="${atY(value) + 4}" text-anchor="end">${readable(value)}</text>`,
  );
  const marks = x.ticks.map(
    (value) =>
      `<text x="${atX(value)}" y="${HEIGHT - FRAME.bottom + 18}" text-anchor="middle">${readable(value)}</text>`,
  );
  const labelHeights = spread(lines.map(({ points }) => atY(points.at(-1)?.[1] ?? 0)));
  const curves = lines.map(({ name, points }, index) => {
    const path = points.map(([px, py], place) => `${place ? "L" : "M"}${atX(px)} ${atY(py)}`).join("");
    const label = `<text class="c${index}" x="${WIDTH - FRAME.right + 8}" y="${(labelHeights[index] ?? 0) + 4}">${name}</text>`;
    return `<path class="line l${index}" d="${path}"/>${label}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    STYLE,
    `<text class="title" x="${FRAME.left}" y="22">${title}</text>`,
    ...rules,
    ...marks,
    ...curves,
    `<text x="${FRAME.left + width / 2}" y="${HEIGHT - 8}" text-anchor="middle">${x.label}</text>`,
    `<text transform="translate(14 ${FRAME.top + height / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
    "</svg>\n",
  ].join("\n");
}

type Bar = { name: string; value: number | null; label: string };

/** Horizontal bars, the first one highlighted. A bar without a value has only its label. */
export function drawBars({ title, bars }: { title: string; bars: readonly Bar[] }): string {
  const [STEP, THICKNESS, LEFT, RIGHT, TOP] = [28, 16, 130, 190, 36];
  const height = TOP + bars.length * STEP + 8;
  const longest = Math.max(...bars.map(({ value }) => value ?? 0)) || 1;
  const rows = bars.map(({ name, value, label }, index) => {
    const y = TOP + index * STEP;
    const length = round(((value ?? 0) / longest) * (WIDTH - LEFT - RIGHT));
    return [
      `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${name}</text>`,
      `<rect class="bar${index === 0 ? " ours" : ""}" x="${LEFT}" y="${y}" width="${length}" height="${THICKNESS}"/>`,
      `<text x="${LEFT + length + 8}" y="${y + 13}">${label}</text>`,
    ].join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">`,
    STYLE,
    `<text class="title" x="8" y="20">${title}</text>`,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

/** Lines differ by dashes as well as by colour. */
const STYLE = `<style>
text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-weight: 600; font-size: 13px }
.rule { stroke: #8886; fill: none } .line { fill: none; stroke-width: 2 }
.l0 { stroke: #1f5fa8 } .l1 { stroke: #a34a00; stroke-dasharray: 7 3 } .l2 { stroke: #1a7340; stroke-dasharray: 2 3 }
.l3 { stroke: #666; stroke-dasharray: 1 1 } .c3 { fill: #666 } .l4 { stroke: #8a3ab9; stroke-dasharray: 9 2 2 2 } .c4 { fill: #8a3ab9 }
.bar { fill: #8888 } .ours { fill: #1f5fa8 }
.c0 { fill: #1f5fa8 } .c1 { fill: #a34a00 } .c2 { fill: #1a7340 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .l0 { stroke: #7db4f5 } .l1 { stroke: #f0a05a }
.l2 { stroke: #6fcf97 } .l3 { stroke: #aaa } .c3 { fill: #aaa } .c0 { fill: #7db4f5 } .c1 { fill: #f0a05a } .c2 { fill: #6fcf97 }
.l4 { stroke: #cf9af0 } .c4 { fill: #cf9af0 } .ours { fill: #7db4f5 } }
</style>`;

/** Moves overlapping labels downwards until they no longer overlap, starting with the highest. */
function spread(heights: readonly number[]): number[] {
  const LINE_HEIGHT = 15;
  const placed = [...heights];
  const order = [...heights.keys()].sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  let last = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    last = Math.max(placed[index] ?? 0, last + LINE_HEIGHT);
    placed[index] = last;
  }
  return placed;
}

/** Rounds up to 1, 2, 4, 6 or 8 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

const readable = (value: number) => value.toLocaleString("en-GB", { maximumFractionDigits: 2 });
const round = (value: number) => Math.round(value * 10) / 10;
