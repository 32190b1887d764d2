import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SHARE_IMAGE } from "./shareImage.ts";

const WIDTH_AT = 16;
const HEIGHT_AT = 20;

test("the picture for shared links has the size given in the page's tags and a small file size", () => {
  const png = readFileSync(join(import.meta.dirname, "..", "..", "..", "public", SHARE_IMAGE.path));
  expect(png.readUInt32BE(WIDTH_AT)).toBe(SHARE_IMAGE.width);
  expect(png.readUInt32BE(HEIGHT_AT)).toBe(SHARE_IMAGE.height);
  expect(png.byteLength).toBeLessThan(150_000);
});
