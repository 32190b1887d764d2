// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { OfflineNotice } from "./OfflineNotice.tsx";

afterEach(cleanup);

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
