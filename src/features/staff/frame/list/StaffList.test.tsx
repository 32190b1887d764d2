// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { openScreen, refusal, withStaffServer } from "../../../../../tests/support/screens/staffConsole.tsx";
import { type Column, listPageSchema, StaffList } from "./StaffList.tsx";
import { useStaffList } from "./useStaffList.ts";

const server = withStaffServer();

const orderSchema = z.object({ id: z.string(), buyer: z.string() });
type Order = z.infer<typeof orderSchema>;
const pageSchema = listPageSchema(orderSchema);
const COLUMNS: readonly [Column<Order>, ...Column<Order>[]] = [
  { header: "Order", cell: ({ id }) => id },
  { header: "Buyer", cell: ({ buyer }) => buyer },
];
const ADA = { id: "1", buyer: "ada@example.com" };
const BEN = { id: "2", buyer: "ben@example.com" };
const page = (rows: Order[], next: string | null = null) => Response.json({ rows, next });

/** How often the list was loaded. Parts of the app that another file of tests has started also ask the server. */
const loads = () => server.asked.filter(({ name }) => name === "staff_orders");

function Orders() {
  return (
    <StaffList
      what="orders"
      list={useStaffList("staff_orders", pageSchema)}
      columns={COLUMNS}
      rowPath={({ id }) => `/staff/orders/${id}`}
      filters={[
        { value: "", label: "All" },
        { value: "disputed", label: "Disputed" },
      ]}
      searchLabel="Email, name or id"
      empty={{ title: "No orders yet", text: "An order appears here when someone starts to pay." }}
    />
  );
}
const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Email, name or id" });
const lastArgs = () => server.lastArgs("staff_orders");
const key = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

test("a list is a table whose first column links to each row's screen", async () => {
  server.answers = () => page([ADA, BEN]);
  openScreen(<Orders />, "/staff/orders");
  const table = within(await screen.findByRole("table", { name: "orders" }));
  expect(table.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Order", "Buyer"]);
  expect(table.getByRole("link", { name: "2" }).getAttribute("href")).toBe("/staff/orders/2");
  expect(screen.getAllByRole("status").map((each) => each.textContent)).toContain("2 orders on this page");
});

test("a list's address decides what is asked of the server", async () => {
  server.answers = () => page([ADA]);
  openScreen(<Orders />, "/staff/orders?q=ada&filter=disputed&after=c1");
  await screen.findByRole("table");
  expect(screen.getAllByRole("status").map((each) => each.textContent)).toContain("1 order on this page");
  expect(lastArgs()).toEqual({ p_search: "ada", p_filter: "disputed", p_before: "c1", p_limit: 50 });
  expect(box().value).toBe("ada");
  expect(screen.getByRole("link", { current: true }).textContent).toBe("Disputed");
});

test("typing searches shortly after the last key, from the newest row, and writes the address", async () => {
  server.answers = () => page([ADA]);
  const { router } = openScreen(<Orders />, "/staff/orders?filter=disputed&after=c1");
  await screen.findByRole("table");
  for (const value of ["a", "ad", "ada"]) fireEvent.change(box(), { target: { value } });
  await vi.waitFor(() => expect(router.state.location.search).toBe("?q=ada&filter=disputed"));
  await vi.waitFor(() =>
    expect(lastArgs()).toEqual({ p_search: "ada", p_filter: "disputed", p_before: null, p_limit: 50 }),
  );
  expect(loads()).toHaveLength(2);
});

test("the pages of a list and its filters are links that keep the search", async () => {
  server.answers = ({ args }) => page([ADA], args.p_before === null ? "c1" : null);
  const { router } = openScreen(<Orders />, "/staff/orders?q=ada");
  fireEvent.click(await screen.findByRole("link", { name: "Older" }));
  expect(router.state.location.search).toBe("?q=ada&after=c1");
  await vi.waitFor(() => expect(screen.queryByRole("link", { name: "Older" })).toBeNull());
  fireEvent.click(screen.getByRole("link", { name: "Newest" }));
  expect(router.state.location.search).toBe("?q=ada");
  fireEvent.click(screen.getByRole("link", { name: "Disputed" }));
  expect(router.state.location.search).toBe("?q=ada&filter=disputed");
  await vi.waitFor(() => expect(lastArgs()).toMatchObject({ p_filter: "disputed" }));
});

test("the slash key focuses the search box, arrow keys move from row to row, and the focused row is a link", async () => {
  server.answers = () => page([ADA, BEN]);
  openScreen(<Orders />, "/staff/orders");
  await screen.findByRole("table");
  key("/");
  expect(document.activeElement).toBe(box());
  key("ArrowDown");
  expect(document.activeElement?.getAttribute("href")).toBe("/staff/orders/1");
  key("ArrowDown");
  key("ArrowDown");
  expect(document.activeElement?.getAttribute("href")).toBe("/staff/orders/2");
  key("ArrowUp");
  key("ArrowUp");
  expect(document.activeElement).toBe(box());
});

test("the slash key is text in the search box, and other fields keep their arrow keys", async () => {
  server.answers = () => page([ADA]);
  openScreen(
    <>
      <textarea aria-label="Reason" />
      <Orders />
    </>,
    "/staff/orders",
  );
  await screen.findByRole("table");
  box().focus();
  expect(key("/")).toBe(true);
  screen.getByRole("textbox", { name: "Reason" }).focus();
  for (const each of ["/", "ArrowDown"]) expect(key(each), each).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Reason" }));
});

test("an arrow key that chooses characters of an input method does not leave the search box", async () => {
  server.answers = () => page([ADA]);
  openScreen(<Orders />, "/staff/orders");
  await screen.findByRole("table");
  box().focus();
  for (const how of [{ isComposing: true }, { keyCode: 229 }])
    expect(fireEvent.keyDown(box(), { key: "ArrowDown", ...how })).toBe(true);
  expect(document.activeElement).toBe(box());
});

test("a click anywhere in a row opens it", async () => {
  server.answers = () => page([ADA]);
  const { router } = openScreen(<Orders />, "/staff/orders");
  fireEvent.click(await screen.findByRole("cell", { name: "ada@example.com" }));
  expect(router.state.location.pathname).toBe("/staff/orders/1");
});

test("an empty list, a search without results and a failure look different, and each says what to do", async () => {
  server.answers = () => page([]);
  const { router } = openScreen(<Orders />, "/staff/orders");
  await screen.findByText("An order appears here when someone starts to pay.");
  await act(() => router.navigate("/staff/orders?q=zed"));
  await screen.findByRole("heading", { name: "No orders match “zed”" });
  screen.getByText("Check the spelling, or type only the beginning.");
  server.answers = () => refusal(500, { code: "57014", message: "canceling statement" });
  await act(() => router.navigate("/staff/orders?q=zedd"));
  expect((await screen.findByRole("alert")).textContent).toContain("We could not load the orders");
  server.answers = () => page([ADA]);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("table");
});

test("a call that refuses the session leads back to the gate", async () => {
  server.answers = () => refusal(403, { code: "42501", message: "no", hint: "second_factor_needed" });
  const { noteRefusal } = openScreen(<Orders />, "/staff/orders");
  await screen.findByRole("alert");
  expect(noteRefusal).toHaveBeenCalledWith("second_factor_needed");
});

test("a lost connection keeps the rows that are on the screen, and a reply to an older search is ignored", async () => {
  let reply = (_: Response) => {};
  server.answers = ({ args }) =>
    args.p_search === "slow" ? new Promise((resolve) => (reply = resolve)) : page([ADA]);
  const { router } = openScreen(<Orders />, "/staff/orders?q=slow");
  await vi.waitFor(() => expect(loads()).toHaveLength(1));
  await act(() => router.navigate("/staff/orders?q=ada"));
  await screen.findByRole("cell", { name: "ada@example.com" });
  await act(async () => reply(page([BEN])));
  expect(screen.queryByText("ben@example.com")).toBeNull();

  server.answers = () => Promise.reject(new TypeError("Failed to fetch"));
  await server.connect(true);
  await vi.waitFor(() => expect(loads()).toHaveLength(3));
  await screen.findByRole("cell", { name: "ada@example.com" });
});
