import { afterEach, expect, test } from "vitest";
import { signatoryLines } from "./certificateText.ts";
import { SITE } from "./site.ts";

const before = SITE.signatory;
const setSignatory = (signatory: typeof SITE.signatory) => Object.assign(SITE, { signatory });
afterEach(() => setSignatory(before));

test("a certificate is signed in the issuer's name, and no person is made up", () => {
  setSignatory(null);
  expect(signatoryLines("An Academy")).toEqual(["An Academy"]);
});

test("the person who signs is named with the role, and the issuer after them", () => {
  setSignatory({ name: "Ada Obi", role: "Director" });
  expect(signatoryLines("An Academy")).toEqual(["Ada Obi", "Director, An Academy"]);
});
