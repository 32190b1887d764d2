// @vitest-environment jsdom
import { configure, fireEvent, screen } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startFunctionServer } from "../../../../tests/support/screens/functionServer.ts";
import { signInLearner } from "../../../../tests/support/screens/learner.ts";
import { openRoutes } from "../../../../tests/support/screens/openRoutes.tsx";
import { forgetIdentity } from "../../../db/store/active.ts";
import { followIdentity } from "../../../platform/session/authStore.ts";
import { currentToasts, dismissToast } from "../../../ui/overlay/toast.ts";
import { Component as BuyTeamPage } from "./BuyTeamPage.tsx";

configure({ asyncUtilTimeout: 10_000 });

let functions: Awaited<ReturnType<typeof startFunctionServer>>;
beforeAll(async () => {
  functions = await startFunctionServer();
  vi.stubEnv("VITE_FUNCTIONS_URL", functions.url);
});
afterAll(() => functions.stop());
beforeEach(async () => {
  functions.answers.clear();
  functions.asked.length = 0;
  sessionStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
  await forgetIdentity();
  await followIdentity();
});

async function open() {
  openRoutes([{ path: "/academy/team/buy", Component: BuyTeamPage }], "/academy/team/buy?tier=ngo&seats=25");
  await screen.findByRole("heading", { name: "Your team" });
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const submit = () => screen.getByRole("button", { name: /^(Proceed to Payment|Processing)/ });
function fillIn() {
  type("Name of the team", "Water & Co");
  type("Organisation", "Water");
  type("First name", "Ada");
  type("Last name", "Byron");
  type("Email", "ada@example.org");
  for (const box of screen.getAllByRole("checkbox")) fireEvent.click(box);
}
const toasts = () => currentToasts().map(({ title, description }) => [title, description]);

test("what is missing in a team's order is said at each field, and nothing is sent (S-179)", async () => {
  await open();
  type("Number of places", "2,5");
  fireEvent.click(submit());
  for (const message of [
    ...["Team name is required", "Enter a whole number of places from 2 to 500", "Organisation is required"],
    ...["First name is required", "Last name is required", "Invalid email", "Please accept the terms"],
  ])
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(functions.asked).toEqual([]);
  const isWrong = () => screen.getByLabelText("Name of the team").getAttribute("aria-invalid");
  expect(isWrong()).toBe("true");
  type("Name of the team", "Water");
  await vi.waitFor(() => expect(isWrong()).not.toBe("true"));
});

test("a double press sends one order, with the number of places and not the price (S-179)", async () => {
  functions.answers.set("buy-team", { status: 409, body: { error: "Sales are closed", code: "closed" } });
  await open();
  expect(submit().textContent).toBe("Proceed to Payment - £15,000.00");
  fillIn();
  fireEvent.click(submit());
  fireEvent.click(submit());
  await vi.waitFor(() => expect(toasts()).toEqual([["Sales are closed", undefined]]));
  expect(functions.asked.map(({ body }) => JSON.parse(body))).toEqual([
    {
      ...{ tier: "ngo", seats: 25, teamName: "Water & Co", pay: "card", purchaseOrder: "" },
      ...{ firstName: "Ada", lastName: "Byron", email: "ada@example.org", organization: "Water" },
      ...{ termsAccepted: true, immediateSupply: true, isAuthenticated: false },
    },
  ]);
});

test("a guest cannot choose an invoice and is told to sign in first (S-179)", async () => {
  await open();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^By invoice/ }).disabled).toBe(true);
  screen.getByRole("link", { name: "sign in or create an account" });
});

test("a buyer whose address is not confirmed finds where to confirm it, and cannot choose an invoice (S-179)", async () => {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) =>
    String(request[0]).endsWith("/rpc/is_my_address_proven") ? Response.json(false) : fetch(...request),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await signInLearner("ada@example.org");
  await followIdentity();
  await open();
  const link = await screen.findByRole("link", { name: "confirm your email address" });
  expect(link.getAttribute("href")).toBe("/academy/account#signing-in");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^By invoice/ }).disabled).toBe(true);
});
