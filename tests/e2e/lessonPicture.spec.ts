import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { captureLesson, LESSON_PICTURE } from "../../tools/screens/lessonPicture.ts";
import { test } from "./support/academyTest.ts";

/** Squares of this size are compared by their mean colour, so that neither smoothing nor hinting of letters counts. */
const SQUARE_PX = 20;
/** Of the 0 to 255 of a colour channel. */
const SAME_WITHIN = 12;
/** The running clock changes half of this, and one added button twice as much. */
const MOST_DIFFERENT = 0.003;

type Comparison = { sizes: readonly [string, string]; different: number };

/** The share of squares in which two PNGs differ. */
function compare(page: Page, one: Buffer, other: Buffer): Promise<Comparison> {
  return page.evaluate(
    async ({ pngs, square, sameWithin }) => {
      const [a, b] = await Promise.all(
        pngs.map(async (png) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
          const [width, height] = [Math.round(image.width / square), Math.round(image.height / square)];
          const context = new OffscreenCanvas(width, height).getContext("2d");
          if (!context) throw new Error("this browser cannot draw");
          context.imageSmoothingQuality = "high";
          context.drawImage(image, 0, 0, width, height);
          const { data } = context.getImageData(0, 0, width, height);
          return { size: `${image.width} × ${image.height}`, data };
        }),
      );
      if (!a || !b) throw new Error("two pictures are compared");
      let different = 0;
      for (let at = 0; at < a.data.length; at += 4)
        if (
          [0, 1, 2].some(
            (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > sameWithin,
          )
        )
          different += 1;
      return { sizes: [a.size, b.size] as const, different: different / (a.data.length / 4) };
    },
    { pngs: [one, other].map((png) => png.toString("base64")), square: SQUARE_PX, sameWithin: SAME_WITHIN },
  );
}

test("the picture of a lesson in the README shows the lesson as it is (node tools/screens/capture.ts readme)", {
  tag: "@deep",
}, async ({ academy, browser, page }) => {
  const shown = await captureLesson(browser, academy);
  const { sizes, different } = await compare(page, readFileSync(LESSON_PICTURE), shown);
  expect(sizes[0]).toBe(sizes[1]);
  expect(different).toBeLessThanOrEqual(MOST_DIFFERENT);
});
