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
