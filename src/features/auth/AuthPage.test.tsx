// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AuthProvider } from "../../platform/auth.tsx";
import { AuthPage } from "./AuthPage.tsx";

/** What the auth server says of itself. */
let settings: () => Promise<Response>;
beforeEach(() => {
  settings = async () => Response.json({ external: { google: false, github: false, email: true } });
  vi.stubGlobal("fetch", () => settings());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <MemoryRouter initialEntries={["/auth"]}>
      <AuthProvider>
        <AuthPage />
      </AuthProvider>
    </MemoryRouter>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a person goes from signing in to making an account and back (S-004)", () => {
  open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome Back");
  press("Create Account");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Create Account");
  press("Sign In");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome Back");
});

test("a form sent empty says under each field what is missing, and marks it (S-070)", async () => {
  open();
  press("Sign In");
  const email = await screen.findByRole("textbox", { name: "Email" });
  await screen.findByText("Invalid email address");
  expect(screen.getByText("Password is required")).toBeDefined();
  expect(email.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(email.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Invalid email address",
  );
});

test("Google and GitHub are offered only where the academy is set up for them (S-088)", async () => {
  settings = async () => Response.json({ external: { google: true, github: false } });
  open();
  expect(await screen.findByRole("button", { name: "Continue with Google" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Continue with GitHub" })).toBeNull();
  press("Create Account");
  expect(await screen.findByRole("button", { name: "Continue with Google" })).toBeDefined();
  cleanup();

  const answers: Promise<Response>[] = [];
  settings = () => {
    const answer = Promise.resolve(new Response("", { status: 503 }));
    answers.push(answer);
    return answer;
  };
  open();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await Promise.all(answers);
  expect(screen.queryByRole("button", { name: /^Continue with/ })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
