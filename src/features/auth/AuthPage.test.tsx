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
  vi.unstubAllGlobals();
});

function open(state: unknown = null) {
  render(
    <MemoryRouter initialEntries={[{ pathname: "/auth", state }]}>
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

test.each([
  [{ email: "ada@example.org" }, "ada@example.org"],
  [{ email: 7 }, ""],
  ["ada@example.org", ""],
])(
  "with the history state %j, the sign-in form is filled with the address '%s' (S-154)",
  (state, address) => {
    open(state);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe(address);
  },
);

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

test("a rejected password with a space around it is answered with the likely reason", async () => {
  settings = async () =>
    Response.json({ error_code: "invalid_credentials", msg: "Invalid login credentials" }, { status: 400 });
  open();
  const attempt = (password: string) => {
    fireEvent.change(screen.getByRole("textbox", { name: "Email" }), {
      target: { value: "ada@example.com" },
    });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
    press("Sign In");
  };
  attempt("K7-temporary\u00a0");
  await screen.findByText(/^The password begins or ends with a space/);
  expect(screen.getByRole("alert").textContent).toContain("Invalid login credentials");
  attempt("K7-temporary");
  await vi.waitFor(() => expect(screen.queryByText(/^The password begins or ends/)).toBeNull());
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

test.each([
  ["sign-in", ["Email", "Password"], "Sign In"],
  ["sign-up", ["First name", "Last name", "Email", "Password"], "Create Account"],
])("a %s whose code cannot be loaded says so, and can be tried again", async (form, labels, button) => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const signIn = vi.fn(async () => ({ ok: false, message: "Reached." }));
  let isLost = true;
  vi.doMock("../../platform/session/authActions.ts", () => {
    if (!isLost) return { signIn, signUp: signIn };
    isLost = false;
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  open();
  if (form === "sign-up") press("Create Account");
  const values: Record<string, string> = { Email: "ada@example.com", Password: "correct horse battery" };
  for (const label of labels)
    fireEvent.change(screen.getByLabelText(label), { target: { value: values[label] ?? "Ada" } });
  press(button);
  expect((await screen.findByRole("alert")).textContent).toContain("The academy could not be reached");
  press(button);
  await screen.findByText("Reached.");
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("could not be loaded"), expect.anything());
  warned.mockRestore();
  vi.doUnmock("../../platform/session/authActions.ts");
});
