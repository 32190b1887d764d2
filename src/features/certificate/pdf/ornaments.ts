import { braid } from "../../../ui/pattern/braid.ts";
import { modulePattern } from "../../../ui/pattern/modulePattern.ts";
import { INK, THREADS } from "./paper.ts";

type Box = { x: number; y: number; width: number; height: number };

const STROKE = 2.2;
const GAP_STROKE = 4.6;
const STEPS = 14;

/**
 * Draws the woven pattern of a module. The pattern fills the box as src/ui/pattern/ThreadPattern.tsx fills its element.
 */
export function drawThreads(ctx: CanvasRenderingContext2D, moduleId: string, box: Box): void {
  const { seed, weave, lanes, palette } = modulePattern(moduleId);
  const { width, height, threads, gaps } = braid(seed, lanes, STEPS, weave);
  const scale = Math.max(box.width / width, box.height / height);
  const colourOf = (index: number) => THREADS[palette[index % palette.length] ?? "ink"];

  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x, box.y, box.width, box.height);
  ctx.clip();
  ctx.fillStyle = INK.sunken;
  ctx.fill();
  ctx.translate(box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2);
  ctx.scale(scale, scale);
  ctx.lineWidth = STROKE;
  for (const [index, { whole }] of threads.entries()) stroke(ctx, whole, colourOf(index));
  ctx.lineWidth = GAP_STROKE;
  stroke(ctx, gaps, INK.sunken);
  ctx.lineWidth = STROKE;
  for (const [index, { over }] of threads.entries()) stroke(ctx, over, colourOf(index));
  ctx.restore();
}

function stroke(ctx: CanvasRenderingContext2D, path: string, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.stroke(new Path2D(path));
}

/** Draws the academy's logo, the same as src/ui/pattern/Mark.tsx, in a square of this size. */
export function drawMark(ctx: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  const box = 60;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / box, size / box);
  ctx.translate(-2, -2);
  const roundRect = (left: number, top: number, width: number, height: number) => {
    const path = new Path2D();
    path.roundRect(left, top, width, height, 9);
    return path;
  };
  const strokes: [Path2D, string, number][] = [
    [roundRect(6, 23, 52, 18), INK.link, 6.5],
    [new Path2D("M23 16v14M41 34v14"), INK.paper, 11],
    [roundRect(23, 6, 18, 52), INK.accent, 6.5],
    [new Path2D("M35 23h12M17 41h12"), INK.paper, 11],
    [new Path2D("M34.5 23h13M16.5 41h13"), INK.link, 6.5],
  ];
  for (const [path, colour, width] of strokes) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke(path);
  }
  ctx.restore();
}
