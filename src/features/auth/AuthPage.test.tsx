// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AuthProvider } from "../../platform/session/auth.tsx";
import { AuthPage } from "./AuthPage.tsx";

/** The auth server's response for its settings. */
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
        <main id="main" tabIndex={-1}>
          <AuthPage />
        </main>
      </AuthProvider>
    </MemoryRouter>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the sign-in page switches to the sign-up form and back (S-004)", () => {
  open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome Back");
  press("Create Account");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Create Account");
  expect(document.activeElement).toBe(screen.getByRole("main"));
  press("Sign In");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome Back");
});

test("submitting an empty sign-in form marks each field and shows its error below it (S-070)", async () => {
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

test("the sign-in page offers Google and GitHub only if the auth server is configured for them (S-088)", async () => {
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
