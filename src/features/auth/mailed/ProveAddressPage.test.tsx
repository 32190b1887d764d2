// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startFunctionServer } from "../../../../tests/support/screens/functionServer.ts";
import { signInLearner } from "../../../../tests/support/screens/learner.ts";
import { forgetIdentity } from "../../../db/store/active.ts";
import { AuthProvider } from "../../../platform/session/auth.tsx";
import { followIdentity } from "../../../platform/session/authStore.ts";
import ProveAddressPage from "./ProveAddressPage.tsx";

let functions: Awaited<ReturnType<typeof startFunctionServer>>;
beforeAll(async () => {
  functions = await startFunctionServer();
  vi.stubEnv("VITE_FUNCTIONS_URL", functions.url);
});
afterAll(() => functions.stop());
beforeEach(async () => {
  functions.answers.clear();
  functions.asked.length = 0;
  await forgetIdentity();
  await followIdentity();
});

function Address() {
  const { pathname, hash } = useLocation();
  return <p>{`at ${pathname}${hash}`}</p>;
}

function open(hash = "#the-key") {
  render(
    <AuthProvider>
      <MemoryRouter initialEntries={[`/auth/your-address${hash}`]}>
        <ProveAddressPage />
        <Address />
      </MemoryRouter>
    </AuthProvider>,
  );
}
const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const answer = (body: unknown, status = 200) => functions.answers.set("prove-address", { status, body });
const refuse = (status: number, code: string, error: string) =>
  answer({ error, code, requestId: "1" }, status);
const asked = () => functions.asked.map(({ body }) => JSON.parse(body));
const send = (password: string) => {
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: password } });
  press("Confirm and set the password");
};

async function signIn() {
  await signInLearner("ada@example.org");
  await followIdentity();
}

test("a signed-in user confirms the email address without choosing a new password", async () => {
  await signIn();
  open();
  await title("Is this account yours?");
  await screen.findByText(/signed in as ada@example.org/);
  answer({ outcome: "confirmed" });
  press("Confirm my email address");
  await title("Your address is confirmed");
  expect(asked()).toEqual([{ key: "the-key" }]);
});

test("a user signed in to another account sees why the link fails and can choose a new password instead", async () => {
  await signIn();
  open();
  await title("Is this account yours?");
  refuse(409, "other_account", "This link is for a different account.");
  press("Confirm my email address");
  await screen.findByText("This link is for a different account.");
  press("Choose a new password instead");
  await title("Confirm your email address");
  answer({ outcome: "owned" });
  send("a password of my own");
  await title("Your course is in your account");
});

test("a used email verification link and a page that has lost its link each offer a new one", async () => {
  open();
  await title("Confirm your email address");
  refuse(404, "not_found", "No");
  send("a password of my own");
  await title("This link no longer works");
  expect(screen.getByRole("link", { name: "Get a new email" }).getAttribute("href")).toBe(
    "/auth/forgotten-password",
  );
  cleanup();
  open("");
  await title("Open the link in our email again");
  screen.getByRole("link", { name: "Get a new email" });
});

test("the email verification link can be used again after a lost connection, and the page says what to do", async () => {
  open();
  await title("Confirm your email address");
  functions.answers.set("prove-address", null);
  send("a password of my own");
  await screen.findByText("You are offline. You need a connection to confirm your address.");
});
