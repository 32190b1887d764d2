import { afterEach, expect, test } from "vitest";
import { SITE } from "../site.ts";
import { signatoryLines } from "./certificateText.ts";

const before = SITE.signatory;
const setSignatory = (signatory: typeof SITE.signatory) => Object.assign(SITE, { signatory });
afterEach(() => setSignatory(before));

test("a certificate without a signatory is signed only in the issuer's name", () => {
  setSignatory(null);
  expect(signatoryLines("An Academy")).toEqual(["An Academy"]);
});

test("a certificate names its signatory with their role, followed by the issuer", () => {
  setSignatory({ name: "Ada Obi", role: "Director" });
  expect(signatoryLines("An Academy")).toEqual(["Ada Obi", "Director, An Academy"]);
});
