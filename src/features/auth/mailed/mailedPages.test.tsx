// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import EmailChangePage from "./EmailChangePage.tsx";
import InterestPage from "./InterestPage.tsx";
import KeepAccountPage from "./KeepAccountPage.tsx";
import ReminderPage from "./ReminderPage.tsx";
import ResetPasswordPage from "./ResetPasswordPage.tsx";

const asked: unknown[] = [];
let answer: () => Response;
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url);
    if (pathname !== "/auth/v1/verify") return new Response(null, { status: 204 });
    asked.push(JSON.parse(String(init?.body)));
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, hash } = useLocation();
  return <p>{`at ${pathname}${hash}`}</p>;
}

function open(Page: ComponentType, address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Page />
      <Address />
    </MemoryRouter>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const refuse = (status: number, code: string) => () =>
  Response.json({ code: status, error_code: code, msg: "No" }, { status });
const session = () => ({
  access_token: "a",
  refresh_token: "r",
  token_type: "bearer",
  expires_in: 3600,
  user: { id: randomUUID(), email: "ada@example.com" },
});

test("a password-reset link is removed from the URL and does nothing until the button is pressed", async () => {
  open(ResetPasswordPage, "/auth/reset-password#token_hash=a.b&type=recovery");
  await title("Forgot your password?");
  await screen.findByText("at /auth/reset-password");
  expect(asked).toEqual([]);
  answer = refuse(500, "unexpected_failure");
  press("Choose a new password");
  await screen.findByText("No");
  answer = () => Response.json(session());
  press("Choose a new password");
  await screen.findByText("ada@example.com");
  const sent = expect.objectContaining({ token_hash: "a.b", type: "recovery" });
  expect(asked, "one for each press").toEqual([sent, sent]);
});

test("a used password-reset link and a page without a link each explain the problem", async () => {
  open(ResetPasswordPage, "/auth/reset-password#token_hash=a.b&type=recovery");
  answer = refuse(403, "otp_expired");
  press("Choose a new password");
  await title("This link no longer works");
  cleanup();
  open(ResetPasswordPage, "/auth/reset-password#token_hash=a.b&type=email_change");
  await title("Open the link in our email again");
});

test("each of the two email-change links requires a button press, and the second one changes the address", async () => {
  const link = "/auth/email-change#token_hash=a.b&type=email_change";
  open(EmailChangePage, link);
  await screen.findByText("at /auth/email-change");
  expect(asked).toEqual([]);
  answer = () => Response.json({ msg: "Confirmation link accepted.", code: "200" });
  press("Confirm the change");
  await title("One address is confirmed");
  cleanup();
  open(EmailChangePage, link);
  answer = () => Response.json(session());
  press("Confirm the change");
  await title("Your email address has been changed");
  expect(asked).toHaveLength(2);
  expect(localStorage, "no user is signed in").toHaveLength(0);
});

test.each([
  ["of an email change", EmailChangePage],
  ["about a planned course", InterestPage],
  ["that keeps an account", KeepAccountPage],
  ["that turns reminders off", ReminderPage],
  ["of a forgotten password", ResetPasswordPage],
])("a page %s that was reloaded has lost its link, says so and offers nothing to press", async (_, Page) => {
  open(Page, "/auth/page");
  await title("Open the link in our email again");
  screen.getByText(/Nothing has changed/);
  expect(screen.queryByRole("button")).toBeNull();
});
