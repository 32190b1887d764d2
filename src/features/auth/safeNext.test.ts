import { expect, test } from "vitest";
import { safeNext } from "./safeNext.ts";

const ORIGIN = "https://academy.example";

test("after signing in, a person goes on to the page of this site that they wanted", () => {
  expect(safeNext("/academy/course/ai-fluency?lesson=2", ORIGIN)).toBe("/academy/course/ai-fluency?lesson=2");
});

test.each([
  null,
  "",
  "https://elsewhere.example/",
  "//elsewhere.example/",
  "/\\elsewhere.example",
  "/\t/elsewhere.example",
  "javascript:alert(1)",
  "/auth?next=/auth",
])("%j leads nowhere else than to the dashboard", (next) => {
  expect(safeNext(next, ORIGIN)).toBe("/academy/dashboard");
});
