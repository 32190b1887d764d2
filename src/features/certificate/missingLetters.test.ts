// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { missingLetters } from "./missingLetters.ts";

afterEach(() => vi.unstubAllGlobals());

/** A canvas that draws these letters as they are, and a box for each code point that no typeface has. */
function deviceWith(letters: string): void {
  let drawn: string[] = [];
  const ctx = {
    font: "",
    clearRect: () => {
      drawn = [];
    },
    fillText: (text: string) => {
      drawn = [...text].map((point) => (letters.includes(point) ? point : "box"));
    },
    getImageData: () => ({ data: drawn }),
  };
  vi.stubGlobal("document", { createElement: () => ({ width: 0, height: 0, getContext: () => ctx }) });
}

test("a letter that is made of several signs is missing when no typeface has them", () => {
  deviceWith("");
  expect(missingLetters("क्षि")).toEqual(["क्षि"]);
  expect(missingLetters("မြ")).toEqual(["မြ"]);
});

test("each letter that cannot be shown counts once, and none that can", () => {
  deviceWith("क्षि");
  expect(missingLetters("क्षि")).toEqual([]);
  expect(missingLetters("Ada क्षि 山田")).toEqual(["山", "田"]);
});

test("letters of our own faces are not looked for", () => {
  deviceWith("");
  expect(missingLetters("Nguyễn Ọlá Zdzisław")).toEqual([]);
});
