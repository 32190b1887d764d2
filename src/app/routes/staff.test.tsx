// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { Dexie } from "dexie";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal, STAFF, withStaffServer } from "../../../tests/support/screens/staffConsole.tsx";
import { forgetIdentity } from "../../db/store/active.ts";
import type { Me } from "../../features/staff/frame/access.ts";
import { Component } from "./staff.tsx";

const server = withStaffServer();
/** For a reviewer, `/staff` is the list of areas, which asks the server for nothing more. */
const REVIEWER: Me = { ...STAFF, role: "reviewer" };
beforeEach(() => {
  server.answers = () => Response.json(REVIEWER);
});

const hinted = (hint: string) => refusal(403, { code: "42501", message: "refused", hint });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

function open(address = "/staff") {
  const router = createMemoryRouter(
    [
      { path: "/staff/*", Component },
      { path: "*", element: <p>another page</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const linkTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a member of staff sees who is signed in, and the way back to the site", async () => {
  open();
  await heading("Staff console");
  // Once beside the screen and once in the drawer of narrow windows, which is closed.
  expect(screen.getAllByText(REVIEWER.email)).toHaveLength(2);
  expect(linkTo("Back to the site")).toBe("/academy");
});

test("the console never opens the database of a learner on this device", async () => {
  open();
  await heading("Staff console");
  const names = await Dexie.getDatabaseNames();
  expect(names.filter((name) => /^academy-[\da-f]{8}-/.test(name))).toEqual([]);
});

test("signing out of the console leads to the sign-in page", async () => {
  const router = open();
  await heading("Staff console");
  press("Sign out");
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(localStorage.getItem("sb-academy-auth-token")).toBeNull();
});

test("an anonymous visitor can sign in and then returns to the same address", async () => {
  await forgetIdentity();
  localStorage.clear();
  open("/staff?filter=open");
  await heading("Please sign in");
  expect(linkTo("Sign in")).toBe("/auth?next=%2Fstaff%3Ffilter%3Dopen");
  expect(server.asked).toEqual([]);
});

test("a session that the server has ended is removed before the user signs in again", async () => {
  server.answers = ({ name }) => (name === "staff_me" ? hinted("session_ended") : new Response());
  const router = open();
  await heading("You have been signed out");
  press("Sign in again");
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(router.state.location.search).toBe("?next=%2Fstaff");
  expect(localStorage.getItem("sb-academy-auth-token")).toBeNull();
});

test("an account without a second factor is sent to the account page to set one up", async () => {
  server.answers = () => hinted("second_factor_missing");
  open();
  await heading("Set up a second factor first");
  expect(linkTo("Open your account")).toBe("/academy/account?next=%2Fstaff");
});

test("a session that has not passed the second factor is asked for it", async () => {
  server.answers = ({ name }) => {
    if (name === "staff_me") return hinted("second_factor_needed");
    return Response.json({
      id: "user",
      factors: [{ id: "factor", status: "verified", factor_type: "totp", friendly_name: "Phone" }],
    });
  };
  open();
  await heading("Enter the code from your app");
});

test("a temporary password has to be replaced first", async () => {
  server.answers = () => hinted("password_change_needed");
  const router = open();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/auth/new-password"));
});

test("a learner gets the site's 404 page, with its header and title", async () => {
  server.answers = () => hinted("not_staff");
  open();
  await heading("Oops! Page not found");
  expect(screen.getByRole("link", { name: "Return to Home" })).toBeDefined();
  expect(within(screen.getByRole("banner")).getByRole("link", { name: "Courses" })).toBeDefined();
  expect(document.title).toBe("Page not found · Responsible AI Academy");
});

test("an address that does not exist in the console is the 404 page, and nobody is asked who is signed in", async () => {
  open("/staff/nowhere");
  await heading("Oops! Page not found");
  expect(server.asked).toEqual([]);
});

test("without a connection the console says that it needs one, and opens when it returns", async () => {
  server.answers = lost;
  await server.connect(false);
  open();
  await heading("The console needs a connection");
  server.answers = () => Response.json(REVIEWER);
  await server.connect(true);
  await heading("Staff console");
});

test("a connection that is lost later leaves the screen in place, and the role is checked when it returns", async () => {
  open();
  await heading("Staff console");
  server.answers = lost;
  await server.connect(false);
  await screen.findByText(/^You seem to be offline\./);
  await heading("Staff console");
  server.answers = () => hinted("not_staff");
  await server.connect(true);
  await heading("Oops! Page not found");
});

test("the user can try again while the server cannot be reached", async () => {
  server.answers = lost;
  open();
  await heading("The console needs a connection");
  server.answers = () => Response.json(REVIEWER);
  press("Try again");
  await heading("Staff console");
});

test("the console opens by itself when a server that could not be reached answers again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    server.answers = lost;
    open();
    await vi.waitFor(() => screen.getByRole("heading", { name: "The console needs a connection" }));
    server.answers = () => Response.json(REVIEWER);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    screen.getByRole("heading", { level: 1, name: "Staff console" });
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["an error", () => refusal(500, { code: "XX000", message: "boom" })],
  ["a reply in another format", () => Response.json({ role: "owner" })],
  ["a page that is not the academy's", () => new Response("<h1>Welcome to the train</h1>")],
])("after %s the console can be tried again", async (_, answer) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  server.answers = answer;
  open();
  await heading("The console could not be opened");
  expect(document.body.textContent).not.toContain("boom");
  server.answers = () => Response.json(REVIEWER);
  press("Try again");
  await heading("Staff console");
});
