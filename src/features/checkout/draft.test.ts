// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { EMPTY_DRAFT, loadDraft, saveDraft } from "./draft.ts";

beforeEach(() => sessionStorage.clear());

test("a buyer who reloads the page finds everything typed", () => {
  const typed = { ...EMPTY_DRAFT, university: "A University", email: "ada@example.org" };
  saveDraft(sessionStorage, typed);
  expect(loadDraft(sessionStorage)).toEqual(typed);
});

test("a draft of another shape gives what it can and never breaks the form", () => {
  sessionStorage.setItem(
    "academy-checkout-student",
    JSON.stringify({ email: "a@example.org", phone: 7, other: "x" }),
  );
  expect(loadDraft(sessionStorage)).toEqual({ ...EMPTY_DRAFT, email: "a@example.org" });
  for (const damaged of ["{", "null", '"text"', "[]"]) {
    sessionStorage.setItem("academy-checkout-student", damaged);
    expect(() => loadDraft(sessionStorage)).not.toThrow();
  }
});
