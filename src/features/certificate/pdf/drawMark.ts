import { INK } from "./paper.ts";

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
