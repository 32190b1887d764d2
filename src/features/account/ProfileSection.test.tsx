// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { loadProfile, updateProfile } from "../../platform/account/profile.ts";
import { ProfileSection } from "./ProfileSection.tsx";

vi.mock(import("../../platform/account/profile.ts"), () => ({
  loadProfile: vi.fn(),
  updateProfile: vi.fn(),
}));

const ADA = {
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@example.com",
  organization: null,
  phone: null,
  country: null,
};
beforeEach(() => vi.mocked(loadProfile).mockResolvedValue({ ok: true, data: ADA }));

test("while a profile is being saved its fields cannot be changed, so that nothing typed is lost", async () => {
  let finish = () => {};
  const reply = new Promise<{ ok: true }>((resolve) => {
    finish = () => resolve({ ok: true });
  });
  vi.mocked(updateProfile).mockReturnValueOnce(reply as ReturnType<typeof updateProfile>);
  render(<ProfileSection userId={requireUserId("3f2a9c01-8a53-4d2e-9a64-0d2f6f6f1a11")} />);
  const phone = await screen.findByLabelText<HTMLInputElement>(/^Phone/);
  fireEvent.click(screen.getByRole("button", { name: "Save profile" }));
  await screen.findByRole("button", { name: "Saving…" });
  expect(phone.readOnly).toBe(true);
  finish();
  await screen.findByText("Your profile is saved");
  expect(phone.readOnly).toBe(false);
});
