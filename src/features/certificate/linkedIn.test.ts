import { expect, test } from "vitest";
import { addToProfileUrl, profileEntry, profileLines } from "./linkedIn.ts";

const ENTRY = profileEntry({
  id: "0195e0a0-0000-7000-8000-000000000000",
  course: "AI Fluency in 30 Days",
  issuerName: "An Academy & Friends",
  issuedAt: "2026-12-31T23:30:00Z",
  url: "https://academy.example/verify/0195e0a0-0000-7000-8000-000000000000",
});

test("the LinkedIn link fills in every value of the certificate (S-023)", () => {
  const { origin, pathname, searchParams } = new URL(addToProfileUrl(ENTRY));
  expect(origin + pathname).toBe("https://www.linkedin.com/profile/add");
  expect(Object.fromEntries(searchParams)).toEqual({
    startTask: "CERTIFICATION_NAME",
    name: "AI Fluency in 30 Days",
    organizationName: "An Academy & Friends",
    issueYear: "2026",
    issueMonth: "12",
    certId: "0195e0a0-0000-7000-8000-000000000000",
    certUrl: "https://academy.example/verify/0195e0a0-0000-7000-8000-000000000000",
  });
});

test("the values to copy to LinkedIn by hand match those in the link", () => {
  expect(profileLines(ENTRY)).toContainEqual(["Issue date", "December 2026"]);
  expect(profileLines(ENTRY)).toContainEqual(["Issuing organisation", "An Academy & Friends"]);
});
