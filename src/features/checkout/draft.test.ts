// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { forgetDraft, loadDraft, saveDraft, typedFrom } from "./draft.ts";

beforeEach(() => sessionStorage.clear());

test("the checkout draft restores everything that was typed before a reload", () => {
  const typed = typedFrom({ university: "A University", email: "ada@example.org" });
  saveDraft(sessionStorage, typed);
  expect(loadDraft(sessionStorage)).toEqual(typed);
  forgetDraft(sessionStorage);
  expect(loadDraft(sessionStorage)).toBeNull();
});

test("a checkout draft with an unexpected structure is restored as far as possible and never breaks the form", () => {
  const key = "academy-checkout";
  sessionStorage.setItem(key, JSON.stringify({ email: "a@example.org", phone: 7, other: "x" }));
  expect(loadDraft(sessionStorage)).toEqual(typedFrom({ email: "a@example.org" }));
  for (const damaged of ["{", "null", '"text"', "[]"]) {
    sessionStorage.setItem(key, damaged);
    expect(() => loadDraft(sessionStorage)).not.toThrow();
  }
});
