// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { typeAsVisitor } from "../../../db/study/visitorTexts.ts";
import { labFieldId, writeLabState } from "../../../domain/course/labState.ts";
import LabCards from "./LabCards.tsx";

test("the card of a lab that a visitor has finished says so until they sign in", () => {
  const lab = { name: "sort-mail", title: "Sort", purpose: "Teach it.", minutes: 12, lessonId: "1" } as const;
  typeAsVisitor(labFieldId("1", "sort-mail"), writeLabState({}, true));
  const cards = (signedIn: boolean) => (
    <MemoryRouter>
      <LabCards labs={[lab]} signedIn={signedIn} />
    </MemoryRouter>
  );
  const { rerender } = render(cards(false));
  screen.getByText("Done");
  rerender(cards(true));
  expect(screen.queryByText("Done")).toBeNull();
});
