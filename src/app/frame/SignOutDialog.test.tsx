// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { ToastRegion } from "../../ui/overlay/ToastRegion.tsx";
import SignOutDialog from "./SignOutDialog.tsx";

const auth = vi.hoisted(() => ({
  state: { status: "signedIn" },
  signOut: vi.fn(async () => null),
  unsyncedCount: async () => 0,
}));
vi.mock(import("../../platform/session/auth.tsx"), async (load) => ({
  ...(await load()),
  // Only what the dialog uses.
  useAuth: () => auth as never,
}));

test("a user whose sign-out could not be loaded is told, and can try again", async () => {
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <SignOutDialog onClose={onClose} />
      <ToastRegion />
    </MemoryRouter>,
  );
  const button = screen.getByRole("button", { name: "Sign out" });
  fireEvent.click(button);
  await screen.findByText("You are still signed in");
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => void fireEvent.click(button));
  expect(auth.signOut).toHaveBeenCalledTimes(2);
});
