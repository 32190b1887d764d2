import { expect, test } from "vitest";
import { assessmentOf, signatoryLines } from "./certificateText.ts";

test("a certificate without a signatory is signed only in the issuer's name", () => {
  expect(signatoryLines({ issuerName: "An Academy", signatory: null })).toEqual(["An Academy"]);
});

test("a certificate names its signatory with their role, followed by the issuer", () => {
  expect(signatoryLines({ issuerName: "An Academy", signatory: "Ada Obi, Director" })).toEqual([
    "Ada Obi, Director",
    "An Academy",
  ]);
});

test("a certificate says which assessment it reports, or nothing if it reports none", () => {
  const none = { quizzesPassed: null, marks: null, reviewedAt: null };
  expect(assessmentOf(none)).toBeNull();
  expect(assessmentOf({ ...none, quizzesPassed: 9 })).toBe("Quizzes passed, graded by the academy: 9 of 11");
  expect(assessmentOf({ ...none, marks: 15, reviewedAt: "2026-11-20T10:00:00Z" })).toBe(
    "A reviewer read the Plural AI Review, the course's final work, against a rubric of five rows: 15 of 20 points, passed on 20 November 2026",
  );
});
