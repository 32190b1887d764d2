// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { CAPSTONE_SECTIONS, capstonePasses, RUBRIC } from "../../domain/course/capstone.ts";
import { LAW_AS_AT } from "../../domain/course/course.ts";
import { Component as SampleReviewPage } from "./SampleReviewPage.tsx";
import { SAMPLE_CAPSTONE, SAMPLE_REVIEW } from "./sampleReview.ts";

test("the sample of a reviewed capstone says that it is one, and shows its text, points and comments (S-140)", () => {
  document.body.innerHTML = renderToString(
    <MemoryRouter>
      <SampleReviewPage />
    </MemoryRouter>,
  );
  expect(screen.getByText("This is a sample")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Passed: 17 of 20 points" })).toBeDefined();
  const rows = within(screen.getByRole("table", { name: "Points and comments" })).getAllByRole("row");
  expect(rows).toHaveLength(1 + RUBRIC.length);
  for (const comment of SAMPLE_REVIEW.comments) expect(screen.getByText(comment)).toBeDefined();
  for (const { fieldId, title } of CAPSTONE_SECTIONS) {
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByText(SAMPLE_CAPSTONE[fieldId])).toBeDefined();
  }
  expect(capstonePasses(SAMPLE_REVIEW)).toBe(true);
  expect(SAMPLE_CAPSTONE["l11-rules"]).toContain(`Law as at ${LAW_AS_AT}`);
});
