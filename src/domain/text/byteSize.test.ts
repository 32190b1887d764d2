import { expect, test } from "vitest";
import { byteSize } from "./byteSize.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [999_600, "1.0 MB"],
  [96_400, "96 KB"],
  [1_148_000, "1.1 MB"],
  [12_400_000, "12 MB"],
  [2_150_000_000, "2.1 GB"],
])("a size of %i bytes is formatted as %s", (bytes, expected) => {
  expect(byteSize(bytes)).toBe(expected);
});
