// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen, STAFF } from "../../../../tests/support/screens/staffConsole.tsx";
import { AuthProvider } from "../../../platform/session/auth.tsx";
import type { Me } from "./access.ts";
import { type Area, placeAt } from "./areas.ts";
import { StaffFrame } from "./StaffFrame.tsx";

const AREAS: readonly Area[] = [
  {
    path: "orders",
    label: "Orders",
    about: "Find an order and refund it.",
    roles: ["staff"],
    load: async () => ({ default: () => <h1>All orders</h1> }),
    loadOne: async () => ({ default: ({ id }) => <h1>Order {id}</h1> }),
  },
  {
    path: "capstones",
    label: "Capstones",
    about: "Read what was handed in and give points.",
    roles: ["staff", "reviewer"],
    load: async () => ({ default: () => <h1>All capstones</h1> }),
  },
];
const TODAY: Area = {
  path: "",
  label: "Today",
  about: "See what needs a person.",
  roles: ["staff"],
  load: async () => ({ default: () => <h1>Today’s list</h1> }),
};
const ORDER = "7C9E6679-7425-40de-944b-e07fc1f90ae7";
const REVIEWER: Me = { role: "reviewer", email: "ree@academy.example" };

function open(splat: string, { me = STAFF, areas = AREAS }: { me?: Me; areas?: readonly Area[] } = {}) {
  const place = placeAt(splat, areas);
  if (!place) throw new Error(`${splat} does not exist`);
  openScreen(
    <AuthProvider>
      <StaffFrame me={me} areas={areas} place={place} />
    </AuthProvider>,
    `/staff/${splat}`,
  );
}
/** The drawer of narrow windows, which is closed, has the same links. */
const places = () =>
  within(screen.getByRole("navigation", { name: "Console" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

test("the start page says in a sentence what people do in each area", async () => {
  open("");
  const main = within(screen.getByRole("main"));
  expect(main.getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
    ["/staff/orders", "OrdersFind an order and refund it."],
    ["/staff/capstones", "CapstonesRead what was handed in and give points."],
  ]);
  expect(places()).toEqual(["Start", "Orders", "Capstones"]);
});

test("an area at the start address replaces the start page for the roles that see it", async () => {
  open("", { areas: [TODAY, ...AREAS] });
  await screen.findByRole("heading", { name: "Today’s list" });
  expect(places()).toEqual(["Today", "Orders", "Capstones"]);
  cleanup();
  open("", { areas: [TODAY, ...AREAS], me: REVIEWER });
  screen.getByRole("heading", { name: "Staff console" });
  expect(places()).toEqual(["Start", "Capstones"]);
});

test("a screen of the console is loaded by its address, and its area is marked as the current one", async () => {
  open(`orders/${ORDER}`);
  await screen.findByRole("heading", { name: `Order ${ORDER}` });
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Orders");
});

test("an address with an id that cannot exist leads to the same screen as an unknown id", async () => {
  open("orders/xyz");
  await screen.findByRole("heading", { name: "Order 00000000-0000-0000-0000-000000000000" });
});

test("a reviewer who opens a screen for staff is told so, and its code is not loaded", async () => {
  open("orders", { me: REVIEWER });
  screen.getByText("Your role does not open this part of the console.");
  expect(screen.queryByRole("heading", { name: "All orders" })).toBeNull();
});
