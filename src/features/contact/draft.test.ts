// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { clearDraft, EMPTY_MESSAGE, loadDraft, saveDraft } from "./draft.ts";

beforeEach(() => sessionStorage.clear());

test("a writer who reloads the page finds everything typed, and the id that it was sent under", () => {
  const draft = { values: { ...EMPTY_MESSAGE, name: "Ada", message: "One\nTwo" }, sentAs: "id-1" };
  saveDraft(sessionStorage, draft);
  expect(loadDraft(sessionStorage)).toEqual(draft);
  clearDraft(sessionStorage);
  expect(loadDraft(sessionStorage)).toBeNull();
});

test("a draft of another shape gives what it can and never breaks the form", () => {
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

test("where the browser forbids storage, the form works without a draft", () => {
  saveDraft(null, { values: EMPTY_MESSAGE, sentAs: null });
  clearDraft(null);
  expect(loadDraft(null)).toBeNull();
});
