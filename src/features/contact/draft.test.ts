// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { clearDraft, EMPTY_MESSAGE, loadDraft, saveDraft } from "./draft.ts";

beforeEach(() => sessionStorage.clear());

test("a contact draft with an unexpected structure is restored as far as possible and never breaks the form", () => {
  sessionStorage.setItem("academy-contact", JSON.stringify({ email: "a@example.org", name: 7, sentAs: 1 }));
  expect(loadDraft(sessionStorage)).toEqual({
    values: { ...EMPTY_MESSAGE, email: "a@example.org" },
    sentAs: null,
  });
  for (const damaged of ["{", "null", '"text"', "[]"]) {
    sessionStorage.setItem("academy-contact", damaged);
    expect(() => loadDraft(sessionStorage)).not.toThrow();
  }
});

test("the contact form works without a draft if the browser blocks storage", () => {
  saveDraft(null, { values: EMPTY_MESSAGE, sentAs: null });
  clearDraft(null);
  expect(loadDraft(null)).toBeNull();
});
