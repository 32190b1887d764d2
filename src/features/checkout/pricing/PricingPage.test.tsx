// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import {
  createMemoryRouter,
  createRoutesFromElements,
  MemoryRouter,
  Route,
  RouterProvider,
} from "react-router-dom";
import { expect, test, vi } from "vitest";
import { PlanComparison } from "./PlanComparison.tsx";
import { loader, Component as PricingPage } from "./PricingPage.tsx";
import { TeamOffer } from "./TeamOffer.tsx";

async function open(tier: string) {
  const route = (
    <>
      <Route
        path="/academy/pricing/:tier"
        loader={loader}
        element={<PricingPage />}
        errorElement={<p>404</p>}
      />
      <Route path="/academy/checkout/:tier" element={<p>checkout</p>} />
      <Route path="/academy/team/buy" element={<p>buy</p>} />
    </>
  );
  const router = createMemoryRouter(createRoutesFromElements(route), {
    initialEntries: [`/academy/pricing/${tier}`],
  });
  render(<RouterProvider router={router} />);
  await screen.findByText(/Choose Your Payment Option|404/);
  return router;
}
const planSwitch = () => screen.getByRole<HTMLInputElement>("switch", { name: "3-month plan" });
const price = () => screen.getAllByRole("status")[0]?.textContent;

test.each([
  ["student", "£50", "£18", "Save £4.80, VAT included, by paying in full.", "Core content", 5],
  ["ngo", "£500", "£175", "Save £30.00, VAT included, by paying in full.", "All student features", 6],
  ["professional", "£850", "£300", "Save £60.00, VAT included, by paying in full.", "All NGO features", 7],
])(
  "the %s pricing page shows both plans and passes on the chosen one (S-027, S-028, S-029, S-104, S-108)",
  async (tier, full, month, saving, feature, features) => {
    const router = await open(tier);
    const goOn = async () => {
      fireEvent.click(screen.getByRole("button", { name: "Continue to Checkout" }));
      await screen.findByText("checkout");
      const { pathname, search } = router.state.location;
      await router.navigate(-1);
      await screen.findByRole("switch");
      return pathname + search;
    };
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Choose Your Payment Option");
    expect(planSwitch().checked).toBe(false);
    expect(price()).toContain(full);
    expect(screen.getByText(saving)).toBeTruthy();
    expect(await goOn()).toBe(`/academy/checkout/${tier}?paymentType=full`);
    const included = screen.getAllByRole("list").find((list) => list.textContent?.startsWith(feature));
    expect(included && within(included).getAllByRole("listitem")).toHaveLength(features);

    fireEvent.click(planSwitch());
    expect(planSwitch().checked).toBe(true);
    expect(price()).toContain(month);
    expect(screen.queryByText(saving)).toBeNull();
    screen.getByText("Total cost is slightly higher when using the 3-month instalment option.");
    screen.getByText(
      "An instalment plan is a recurring subscription that automatically ends after 3 payments.",
    );
    fireEvent.click(screen.getByRole("button", { name: "Pay in full" }));
    expect(planSwitch().checked).toBe(false);
    fireEvent.click(planSwitch());
    expect(await goOn()).toBe(`/academy/checkout/${tier}?paymentType=installment`);
  },
);

test("pricing pages say for whom the price is, when the certificate comes, and what a team costs (S-143, S-148, S-178)", async () => {
  const router = await open("ngo");
  expect(price()).toContain("per learner");
  screen.getByText("Your certificate comes when every lesson is complete.");
  fireEvent.click(planSwitch());
  screen.getByText("Your certificate comes when every lesson is complete and all 3 payments have been made.");
  const places = screen.getByRole<HTMLInputElement>("textbox", { name: "Number of places" });
  const team = within(screen.getByRole("region", { name: "A team" }));
  const total = () => team.getByRole("status").textContent;
  expect(total()).toBe("In total £3,000.00, with £500.00 VAT");
  for (const [typed, words] of [
    [" 25 ", "In total £15,000.00, with £2,500.00 VAT"],
    ["٢٥", "In total £15,000.00, with £2,500.00 VAT"],
    ...["1", "501", "2.5", "2,5", "1 000", "ten", "-3", "", "1e2"].map((wrong) => [wrong, ""] as const),
  ] as const) {
    fireEvent.change(places, { target: { value: typed } });
    expect([typed, total()]).toEqual([typed, words]);
  }
  fireEvent.click(team.getByRole("button", { name: "Buy for a team" }));
  expect(document.activeElement).toBe(places);
  team.getByText("Enter a whole number of places from 2 to 500");
  fireEvent.change(places, { target: { value: "12" } });
  fireEvent.click(team.getByRole("button", { name: "Buy for a team" }));
  await screen.findByText("buy");
  expect(router.state.location.search).toBe("?tier=ngo&seats=12");
  cleanup();
  await open("student");
  expect(screen.queryByText("A team")).toBeNull();
});

const placesField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Number of places" });

/** Types in the moment between React's first commit and its effects. */
function TypeEarly() {
  useLayoutEffect(() => {
    placesField().setSelectionRange(0, 0);
    placesField().setRangeText("2");
    placesField().dispatchEvent(new Event("input", { bubbles: true }));
  }, []);
  return null;
}

test.each([
  ["before the page's scripts loaded", null],
  ["while they were started", <TypeEarly key="typist" />],
])("a number of places that was typed %s is the number that counts (S-178)", async (_, typist) => {
  const offer = (
    <MemoryRouter>
      <TeamOffer tier="ngo" />
      {typist}
    </MemoryRouter>
  );
  document.body.innerHTML = renderToString(offer);
  if (!typist) placesField().value = "25";
  // As in a browser: `act` would run the effects in the same moment as the commit.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const root = hydrateRoot(document.body, offer);
  await screen.findByText("£15,000.00");
  expect(placesField().value).toBe("25");
  root.unmount();
  vi.unstubAllGlobals();
});

test("the pricing page shows the plan that its URL selects", async () => {
  await open("student?paymentType=installment");
  expect(planSwitch().checked).toBe(true);
  expect(price()).toContain("£18");
});

test("the pricing page responds with 404 for an unknown tier", async () => {
  await open("teacher");
  expect(screen.getByText("404")).toBeTruthy();
});

test("the prerendered pricing page shows the exact prices of both plans without scripts (S-104)", () => {
  const html = renderToString(
    <MemoryRouter>
      <PlanComparison tier="student" />
    </MemoryRouter>,
  );
  for (const text of ["Pay in full", "3-month plan", "£60.00", "£21.60", "£64.80"])
    expect(html).toContain(text);
});
