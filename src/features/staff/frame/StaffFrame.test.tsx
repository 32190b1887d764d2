// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen, STAFF, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import { AuthProvider } from "../../../platform/session/auth.tsx";
import type { Me } from "./access.ts";
import { type Area, placeAt } from "./areas.ts";
import { StaffFrame } from "./StaffFrame.tsx";
import { useStaffQuery } from "./useStaffQuery.ts";
import { workSchema } from "./waiting.ts";

const server = withStaffServer();

const NO_ARGUMENTS = {};

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
  about: "See what there is to do.",
  roles: ["staff"],
  load: async () => ({ default: () => <h1>Today’s list</h1> }),
};
const ORDER = "7C9E6679-7425-40de-944b-e07fc1f90ae7";
const REVIEWER: Me = { role: "reviewer", email: "ree@academy.example" };

function open(splat: string, { me = STAFF, areas = AREAS }: { me?: Me; areas?: readonly Area[] } = {}) {
  const place = placeAt(splat, areas);
  if (!place) throw new Error(`${splat} does not exist`);
  return openScreen(
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

/** Reads again what is waiting, as a screen does after an action. */
function Acting() {
  const { reload } = useStaffQuery("staff_capstones", NO_ARGUMENTS, workSchema);
  return (
    <button type="button" onClick={reload}>
      Act
    </button>
  );
}

test("S-163: the navigation says how much is waiting in each area, in one request that is repeated with each screen and after each action", async () => {
  let capstones = 3;
  server.answers = () => Response.json({ capstones, disputes: 1, failed_payments: 2 });
  const load = async () => ({ default: Acting });
  const { router } = open("capstones", {
    areas: AREAS.map((area) => (area.path === "capstones" ? { ...area, load } : area)),
  });
  const navigation = within(screen.getByRole("navigation", { name: "Console" }));
  await navigation.findByRole("link", { name: "Capstones, 3 waiting" });
  navigation.getByRole("link", { name: "Orders, 3 waiting" });
  const counted = () => server.asked.filter(({ name }) => name === "staff_waiting").length;
  expect(counted()).toBe(1);
  capstones = 0;
  fireEvent.click(await screen.findByRole("button", { name: "Act" }));
  await navigation.findByRole("link", { name: "Capstones" });
  expect(counted()).toBe(2);
  await act(() => router.navigate("/staff/orders"));
  await waitFor(() => expect(counted()).toBe(3));
});

test("S-162: the console links to My Learning only for those who have the course themselves", () => {
  const links = () => screen.queryAllByRole("link", { name: "My Learning", hidden: true }).length;
  open("", {});
  expect(links()).toBe(0);
  cleanup();
  open("", { me: { ...STAFF, learns: true } });
  expect(links()).toBeGreaterThan(0);
});
