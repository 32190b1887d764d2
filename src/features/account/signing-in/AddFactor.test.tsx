// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { AddFactor } from "./AddFactor.tsx";

test("no phone can be added as a second factor where the build switches phones off", () => {
  vi.stubEnv("VITE_PHONE_FACTORS", "off");
  render(<AddFactor names={[]} onAdded={async () => undefined} />);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Add an authenticator app",
    "Add a passkey",
  ]);
});
