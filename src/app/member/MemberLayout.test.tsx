// @vitest-environment jsdom
import { act, render } from "@testing-library/react";
import { MemoryRouter, type NavigateFunction, useNavigate } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { expectConsoleError } from "../../../tests/support/setup/failOnConsoleError.ts";
import { signalStore } from "../../db/store/signals.ts";
import { Component as MemberLayout } from "./MemberLayout.tsx";

afterEach(() => {
  vi.doUnmock("../../sync/triggers.ts");
});

let navigate: NavigateFunction;
function Navigation() {
  navigate = useNavigate();
  return null;
}

test("a sync whose code could not be loaded is tried again on the next page and when a user signs in", async () => {
  expectConsoleError(/^The sync could not start/);
  const startSync = vi.fn();
  let losses = 2;
  vi.doMock("../../sync/triggers.ts", () => {
    if (losses === 0) return { startSync };
    losses -= 1;
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  render(
    <MemoryRouter>
      <MemberLayout />
      <Navigation />
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1));
  await act(async () => navigate("/next"));
  await vi.waitFor(() => expect(vi.mocked(console.error)).toHaveBeenCalledTimes(2));
  expect(startSync).not.toHaveBeenCalled();
  signalStore("identityStored");
  await vi.waitFor(() => expect(startSync).toHaveBeenCalledTimes(1));
  signalStore("written");
  expect(startSync).toHaveBeenCalledTimes(1);
});
