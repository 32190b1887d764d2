// @vitest-environment jsdom
import { v4 as uuid } from "uuid";
import { afterEach, expect, test } from "vitest";
import { browserEnv } from "../../platform/env.ts";
import { safeNext } from "./safeNext.ts";

afterEach(() => localStorage.clear());

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

test.each(["staff", "reviewer"])(
  "S-162: an account with the role %s lands in the console, or on the page that a link asked for",
  (role) => {
    const session = { access_token: "a", refresh_token: "r", user: { id: uuid(), app_metadata: { role } } };
    localStorage.setItem(
      browserEnv().authStorageKey,
      JSON.stringify({ ...session, expires_at: 4_000_000_000 }),
    );
    expect(safeNext(null, ORIGIN)).toBe("/staff");
    expect(safeNext("//elsewhere.example/", ORIGIN)).toBe("/staff");
    expect(safeNext("/academy/dashboard", ORIGIN)).toBe("/academy/dashboard");
  },
);
