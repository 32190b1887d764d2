// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { missingLetters } from "./missingLetters.ts";

afterEach(() => vi.unstubAllGlobals());

/** A canvas that draws these letters and a box for any other code point. */
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

test("the missing-letter check reports a letter of several code points as missing when no typeface has them", () => {
  deviceWith("");
  expect(missingLetters("क्षि")).toEqual(["क्षि"]);
  expect(missingLetters("မြ")).toEqual(["မြ"]);
});

test("the missing-letter check reports each missing letter once and no letter that can be drawn", () => {
  deviceWith("क्षि");
  expect(missingLetters("क्षि")).toEqual([]);
  expect(missingLetters("Ada क्षि 山田")).toEqual(["山", "田"]);
});

test("the missing-letter check skips letters that the bundled typefaces contain", () => {
  deviceWith("");
  expect(missingLetters("Nguyễn Ọlá Zdzisław")).toEqual([]);
});
