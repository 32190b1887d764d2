// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { offersPhones } from "../../../platform/session/signing-in/factors.ts";
import { AddFactor } from "./AddFactor.tsx";

afterEach(() => {
  vi.unstubAllEnvs();
});
const offered = () => {
  render(<AddFactor names={[]} onAdded={async () => undefined} />);
  return screen.getAllByRole("button").map(({ textContent }) => textContent);
};

test("a phone can be added as a second factor at the embedded server", () => {
  expect(offered()).toContain("Add a phone");
});

test("no phone can be added as a second factor where the build switches phones off", () => {
  vi.stubEnv("VITE_PHONE_FACTORS", "off");
  expect(offered()).toEqual(["Add an authenticator app", "Add a passkey"]);
});

test("a hosted project offers phones as second factors only if the build says so", () => {
  const hosted = { supabaseUrl: "https://abcdefgh.supabase.co" };
  expect(offersPhones("", hosted)).toBe(false);
  expect(offersPhones("on", hosted)).toBe(true);
  expect(() => offersPhones("yes", hosted)).toThrow(/VITE_PHONE_FACTORS/);
});

test("the focus returns to the kinds of second factor when adding one is cancelled", () => {
  offered();
  fireEvent.click(screen.getByRole("button", { name: "Add an authenticator app" }));
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add an authenticator app" }));
  // Later, adding a passkey leaves it where it is.
  const passkey = screen.getByRole("button", { name: "Add a passkey" });
  passkey.focus();
  fireEvent.click(passkey);
  expect(document.activeElement).not.toBe(screen.getByRole("button", { name: "Add an authenticator app" }));
});
