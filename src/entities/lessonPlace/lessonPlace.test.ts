import fc from "fast-check";
import { expect, test } from "vitest";
import { lessonPlace, storablePosition } from "./lessonPlace.ts";

test("every position that a browser can report becomes one that the account accepts", () => {
  const accepts = (step: number, part: number, share: number) => {
    const position = storablePosition({ step, part, share });
    const place = { lessonId: "3", ...position, furthest: position.step };
    expect(lessonPlace.schema().safeParse(place).error, JSON.stringify(place)).toBeUndefined();
    expect(position.share * 1000).toBeCloseTo(Math.round(position.share * 1000), 9);
  };
  fc.assert(fc.property(fc.double(), fc.double(), fc.double(), accepts));
  for (let thousandths = 0; thousandths <= 1000; thousandths += 1) accepts(1, 0, thousandths / 1000);
});
