import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FACES = readFileSync(new URL("fonts.css", import.meta.url), "utf8")
  .split("@font-face")
  .slice(1)
  .map((face) => {
    const descriptor = (name: string) => face.match(new RegExp(`${name}: "?([^";]+)`))?.[1] ?? "";
    return {
      family: descriptor("font-family"),
      style: descriptor("font-style"),
      // Faces with "optional" are those that every document preloads.
      isPreloaded: descriptor("font-display") === "optional",
    };
  });

test("no other face is in the family and style of a preloaded one, because it would delay the first layout", () => {
  const preloaded = FACES.filter(({ isPreloaded }) => isPreloaded);
  expect(preloaded.map(({ family }) => family)).toEqual(["Fraunces", "Source Sans 3"]);
  for (const { family, style } of preloaded)
    expect(FACES.filter((each) => each.family === family && each.style === style)).toHaveLength(1);
});
