import { expect, test } from "vitest";
import { safeNext } from "./safeNext.ts";

const ORIGIN = "https://academy.example";

test("the sign-in page redirects a signed-in user to the requested page on this site", () => {
  expect(safeNext("/academy/course/ai-fluency?lesson=2", ORIGIN)).toBe("/academy/course/ai-fluency?lesson=2");
});

test.each([
  null,
  "",
  "https://elsewhere.example/",
  "//elsewhere.example/",
  "/\\elsewhere.example",
  "/.//elsewhere.example/x",
  "/academy/..//elsewhere.example/x",
  "/\t/elsewhere.example",
  "javascript:alert(1)",
  "/auth?next=/auth",
])("the sign-in page redirects a signed-in user to the dashboard instead of %j", (next) => {
  expect(safeNext(next, ORIGIN)).toBe("/academy/dashboard");
});
