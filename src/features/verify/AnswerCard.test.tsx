// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SAMPLE_CERTIFICATE_ID } from "../../domain/ids.ts";
import { AnswerCard } from "./AnswerCard.tsx";
import type { Facts } from "./answer.ts";

const COMPLETION: Facts = {
  kind: "completion",
  id: "0195e0a0-0000-4000-8000-000000000001",
  holderName: "Ada Obi",
  course: "AI Fluency in 30 Days",
  issuedAt: "2026-11-21T09:00:00Z",
  issuerName: "An Academy",
  signatory: null,
  quizzesPassed: 9,
  marks: null,
  reviewedAt: null,
};

const show = (facts: Facts) =>
  render(<AnswerCard answer={{ status: "valid", facts, keysFrom: null }} onRetry={() => undefined} />);

test("a sample with a valid signature is called a sample, not a valid certificate (S-140)", () => {
  const { container } = show({ ...COMPLETION, id: SAMPLE_CERTIFICATE_ID, holderName: "Sample Learner" });
  screen.getByRole("heading", { name: "This is a sample, not a certificate" });
  screen.getByText(/Nobody has earned it/);
  expect(container.textContent).not.toContain("is valid");
});

test("a valid credential for a reviewed capstone shows what was assessed, the result and the date", () => {
  const { container } = show({
    ...COMPLETION,
    kind: "capstone",
    course: "Capstone reviewed: AI Fluency in 30 Days",
    quizzesPassed: null,
    marks: 15,
    reviewedAt: "2026-11-20T10:00:00Z",
  });
  screen.getByText("Capstone reviewed");
  screen.getByText(
    /read the Plural AI Review.* rubric of five rows: 15 of 20 points, passed on 20 November 2026\./,
  );
  expect(container.textContent).not.toMatch(/completed|[Qq]uiz/);
});
