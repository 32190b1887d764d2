import jsQr from "jsqr";

const SCALE = 4;

/**
 * Reads a QR code as a phone's camera would, by drawing and scanning the SVG's rows of dark modules. Supports only
 * the form of path that the `qrcode` package writes.
 */
export function scanQrCode(svg: string): string {
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const path = /stroke="black" d="([^"]+)"/.exec(svg)?.[1] ?? "";
  const size = modules * SCALE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, command, ...numbers] of path.matchAll(/([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?/g)) {
    const [a = 0, b = 0] = numbers.map((number) => Number(number ?? 0));
    if (command === "M") [x, y] = [a, b];
    if (command === "m") [x, y] = [x + a, y + b];
    if (command !== "h") continue;
    for (let row = Math.floor(y) * SCALE; row < Math.floor(y + 1) * SCALE; row++) {
      for (let column = x * SCALE; column < (x + a) * SCALE; column++) {
        pixels.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
      }
    }
    x += a;
  }
  return jsQr(pixels, size, size)?.data ?? "";
}
