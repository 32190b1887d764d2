// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { AuthProvider } from "../../platform/auth.tsx";
import { AuthPage } from "./AuthPage.tsx";

afterEach(cleanup);

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
