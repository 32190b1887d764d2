// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { loadDraft, typedFrom } from "./draft.ts";

beforeEach(() => sessionStorage.clear());

test("a checkout draft with an unexpected structure is restored as far as possible and never breaks the form", () => {
  const key = "academy-checkout";
  sessionStorage.setItem(key, JSON.stringify({ email: "a@example.org", phone: 7, other: "x" }));
  expect(loadDraft(sessionStorage)).toEqual(typedFrom({ email: "a@example.org" }));
  for (const damaged of ["{", "null", '"text"', "[]"]) {
    sessionStorage.setItem(key, damaged);
    expect(() => loadDraft(sessionStorage)).not.toThrow();
  }
});
