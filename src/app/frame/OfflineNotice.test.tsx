// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { beforeRequest } from "../../platform/device/offlineHint.ts";
import { OfflineNotice } from "./OfflineNotice.tsx";

test.each([
  ["/", true],
  ["/academy/courses", true],
  ["/staffing", true],
  ["/staff", false],
  ["/staff/orders/1", false],
])("at %s without a connection, the page says that this device still works: %s", (address, isSaid) => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  render(
    <MemoryRouter initialEntries={[address]}>
      <OfflineNotice />
    </MemoryRouter>,
  );
  expect(screen.queryByText(/Everything on this device still works/) !== null).toBe(isSaid);
});

test("the notice disappears once a server has answered, until the browser reports the next lost connection", () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  const report = (isOnline: boolean) => {
    onLine.mockReturnValue(isOnline);
    act(() => void dispatchEvent(new Event(isOnline ? "online" : "offline")));
  };
  render(
    <MemoryRouter>
      <OfflineNotice />
    </MemoryRouter>,
  );
  const isShown = () => screen.queryByText(/^You seem to be offline/) !== null;
  expect(isShown()).toBe(true);
  act(beforeRequest());
  expect(isShown()).toBe(false);
  report(true);
  const noteLateAnswer = beforeRequest();
  report(false);
  expect(isShown()).toBe(true);
  act(noteLateAnswer);
  expect(isShown()).toBe(true);
});
