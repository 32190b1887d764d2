import { expect, test } from "vitest";
import { addToProfileUrl } from "./linkedIn.ts";

const CERTIFICATE = {
  id: "0195e0a0-0000-7000-8000-000000000000",
  course: "AI Fluency in 30 Days",
  issuerName: "An Academy & Friends",
  issuedAt: "2026-12-31T23:30:00Z",
  url: "https://academy.example/verify/0195e0a0-0000-7000-8000-000000000000",
};

test("the LinkedIn link fills in every value of the certificate (S-023)", () => {
  const { origin, pathname, searchParams } = new URL(addToProfileUrl(CERTIFICATE));
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
