import { expect, test } from "vitest";
import { signatoryLines } from "./certificateText.ts";

test("a certificate without a signatory is signed only in the issuer's name", () => {
  expect(signatoryLines({ issuerName: "An Academy", signatory: null })).toEqual(["An Academy"]);
});

test("a certificate names its signatory with their role, followed by the issuer", () => {
  expect(signatoryLines({ issuerName: "An Academy", signatory: "Ada Obi, Director" })).toEqual([
    "Ada Obi, Director",
    "An Academy",
  ]);
});
