// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Looks } from "./Looks.tsx";
import { avifFile, PICTURE_SIZE, PICTURE_THEMES, PICTURE_WIDTHS, PICTURES, webpFile } from "./pictures.ts";

const FOLDER = join(import.meta.dirname, "pictures");
/** A page that was still loading when it was taken is smaller. */
const MIN_BYTES = 8 * 1024;
const MAX_BYTES = 40 * 1024;

/** Width and height in the image spatial extents of an AVIF (ISO/IEC 23008-12, 6.5.3) or the frame of a lossy WebP. */
function sizeOf(file: Buffer) {
  const extents = file.indexOf("ispe") + 8;
  if (extents > 8) return { width: file.readUInt32BE(extents), height: file.readUInt32BE(extents + 4) };
  const frame = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
  return { width: file.readUInt16LE(frame) & 0x3fff, height: file.readUInt16LE(frame + 2) & 0x3fff };
}

test("every picture is there in both themes, in its dimensions, small and not of an empty page, and no file is left over (S-139)", () => {
  const expected = PICTURES.flatMap(({ name }) =>
    PICTURE_THEMES.flatMap((theme) => [
      ...PICTURE_WIDTHS.map((width) => ({ file: avifFile(name, theme, width), width })),
      { file: webpFile(name, theme), width: PICTURE_SIZE.width },
    ]),
  );
  expect(readdirSync(FOLDER).sort()).toEqual(expected.map(({ file }) => file).sort());
  for (const { file, width } of expected) {
    const bytes = readFileSync(join(FOLDER, file));
    const height = (width * PICTURE_SIZE.height) / PICTURE_SIZE.width;
    expect([file, sizeOf(bytes)]).toEqual([file, { width, height }]);
    expect([file, bytes.length > MIN_BYTES && bytes.length < MAX_BYTES]).toEqual([file, true]);
  }
});

test("each picture reserves its place, is described, and loads only when it is about to be seen (S-139)", () => {
  const { container } = render(<Looks />);
  for (const { alt } of PICTURES) {
    const images = screen.getAllByRole<HTMLImageElement>("img", { name: alt });
    expect(images.map((image) => image.closest("picture")?.dataset.shownIn)).toEqual(PICTURE_THEMES);
    for (const image of images) {
      expect([image.width, image.height, image.getAttribute("loading")]).toEqual([390, 720, "lazy"]);
      expect(image.getAttribute("src")).toMatch(/\.webp$/);
    }
  }
  for (const source of container.querySelectorAll("source")) {
    expect(source.srcset).toMatch(/-390\.avif\S* 390w, \S+-585\.avif\S* 585w$/);
    expect(source.sizes).not.toBe("");
  }
});
