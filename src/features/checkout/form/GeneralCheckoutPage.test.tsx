// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openRoutes } from "../../../../tests/support/screens/openRoutes.tsx";
import { loadDraft } from "../draft.ts";
import { Component as GeneralCheckoutPage } from "./GeneralCheckoutPage.tsx";

test("the general checkout shows the fixed price, accepts no card details and passes on what was typed (S-026, S-104)", async () => {
  const routes = [{ path: "/academy/checkout", Component: GeneralCheckoutPage }];
  const { router } = openRoutes(routes, "/academy/checkout");
  const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const button = await screen.findByRole("button", { name: "Complete Purchase - £60.00" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Complete Your Enrollment");
  screen.getByText("12 comprehensive modules");
  screen.getByText("You enter your card details on our payment provider's secure page");
  for (const name of ["Card number", "Expiry (MM/YY)", "CVC"]) expect(field(name).disabled).toBe(true);
  expect(screen.getByRole("link", { name: "Change Course" }).getAttribute("href")).toBe("/academy/courses");

  const typed = { firstName: "Ada", lastName: "Byron", email: "ada@example.org", country: "Kenya" };
  const labels = { firstName: "First name", lastName: "Last name", email: "Email", country: /^Country/ };
  for (const [name, value] of Object.entries(typed))
    fireEvent.input(field(labels[name as keyof typeof labels]), { target: { value } });
  fireEvent.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe("/academy/checkout/student"));
  expect(router.state.location.search).toBe("?paymentType=full");
  expect(loadDraft(sessionStorage)).toMatchObject(typed);
});
