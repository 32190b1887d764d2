// @vitest-environment jsdom
import { render, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { signIn, withDashboard } from "../../../tests/support/screens/dashboard.tsx";
import { HeroActions } from "./HeroActions.tsx";

withDashboard();

test.each([
  ["a visitor", null, "Choose your plan", "/academy#plans"],
  ["a signed-in user without a course", "notEnrolled", "Choose your plan", "/academy#plans"],
  ["a learner who has the course", "enrolled", "Continue learning", "/academy/course/ai-fluency"],
] as const)("the academy page's hero leads %s on (S-145)", async (_, enrollment, name, to) => {
  if (enrollment) await signIn({ enrollment });
  const page = (
    <MemoryRouter initialEntries={["/academy"]}>
      <HeroActions />
    </MemoryRouter>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page);
  const first = () => within(container).getAllByRole("link")[0];
  expect(first()?.textContent).toBe("Choose your plan");
  render(page, { container, hydrate: true });
  await vi.waitFor(() => expect(first()?.textContent).toBe(name));
  expect(first()?.getAttribute("href")).toBe(to);
});
