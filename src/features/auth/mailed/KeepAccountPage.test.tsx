// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { refreshAccount } from "../../../platform/account/accountActions.ts";
import { keepAccountByKey } from "./api.ts";
import KeepAccountPage from "./KeepAccountPage.tsx";

vi.mock(import("./api.ts"), async (load) => ({ ...(await load()), keepAccountByKey: vi.fn() }));
vi.mock(import("../../../platform/account/accountActions.ts"), async (load) => ({
  ...(await load()),
  refreshAccount: vi.fn(async () => null),
}));

test("the page says that the account will be kept although the session is still being renewed", async () => {
  vi.mocked(refreshAccount).mockReturnValue(new Promise(() => undefined));
  vi.mocked(keepAccountByKey).mockResolvedValue({ ok: true, data: { kept: true } });
  render(
    <MemoryRouter initialEntries={["/auth/keep-account#key"]}>
      <KeepAccountPage />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Keep my account" }));
  await screen.findByRole("heading", { name: "Your account will be kept" });
  expect(vi.mocked(refreshAccount)).toHaveBeenCalledOnce();
});
