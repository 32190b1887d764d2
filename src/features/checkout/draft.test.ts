// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { loadDraft, saveDraft, typedFrom } from "./draft.ts";

beforeEach(() => sessionStorage.clear());

test("the checkout draft has each tier's own discount code, and every other value for all tiers", () => {
  saveDraft(sessionStorage, typedFrom({ firstName: "Ada", discountCode: "STUDENTS" }), "student");
  expect(loadDraft(sessionStorage, "ngo")).toEqual(typedFrom({ firstName: "Ada" }));
  saveDraft(sessionStorage, typedFrom({ firstName: "Ada", discountCode: "NGOS" }), "ngo");
  saveDraft(sessionStorage, typedFrom({ firstName: "Grace" }));
  expect(loadDraft(sessionStorage, "student")).toEqual(
    typedFrom({ firstName: "Grace", discountCode: "STUDENTS" }),
  );
  expect(loadDraft(sessionStorage, "ngo")?.discountCode).toBe("NGOS");
  expect(loadDraft(sessionStorage)?.discountCode).toBe("");
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
