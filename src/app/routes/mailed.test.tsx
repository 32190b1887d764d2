// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Component as MailedPage } from "./mailed.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const emailChangeLink = (token: string) => `/auth/email-change#token_hash=${token}&type=email_change`;
const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** The address of the page, and the second email's link. */
function Around() {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{`at ${pathname}${hash}`}</p>
      <button type="button" onClick={() => navigate(emailChangeLink("c.d"))}>
        the second link
      </button>
    </>
  );
}

test("a second link in the same tab asks its own question", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    asked.push(JSON.parse(String(init?.body)));
    return Response.json({ msg: "Confirmation link accepted", code: 200 });
  });
  render(
    <MemoryRouter initialEntries={[emailChangeLink("a.b")]}>
      <MailedPage />
      <Around />
    </MemoryRouter>,
  );
  await title("Change of email address");
  press("Confirm the change");
  await title("One address is confirmed");
  press("the second link");
  await title("Change of email address");
  await screen.findByText("at /auth/email-change");
  press("Confirm the change");
  await waitFor(() => expect(asked).toMatchObject([{ token_hash: "a.b" }, { token_hash: "c.d" }]));
});
