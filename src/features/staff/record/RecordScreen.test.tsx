// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import RecordScreen from "./RecordScreen.tsx";

const server = withStaffServer();
const ORDER = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const row = (change: Record<string, unknown>) => ({
  id: randomUUID(),
  at: "2026-11-20T09:00:00Z",
  action: "order_refunded",
  subject_kind: "order",
  subject_id: ORDER,
  about: "Ada Obi",
  reason: "Illness",
  details: { amount_pence: 2000 },
  actor: "kim@academy.example",
  ...change,
});

test("each action is in words, with who, why and a link to what it was about", async () => {
  const rows = [
    row({}),
    row({
      action: "role_changed",
      subject_kind: "account",
      about: "sam@academy.example",
      actor: "",
      reason: "",
    }),
    row({ action: "a_new_one", subject_kind: "thing", about: null, details: {} }),
  ];
  server.answers = () => Response.json({ rows, next: null });
  openScreen(<RecordScreen />, "/staff/record");
  const link = await screen.findByRole("link", { name: "Refund completed: £20.00" });
  expect(link.getAttribute("href")).toBe(`/staff/orders/${ORDER}`);
  const [, first, second, third] = within(screen.getByRole("table")).getAllByRole("row");
  expect(first?.textContent).toMatch(/Order: Ada Obi.*kim@academy\.example.*Illness/);
  expect(second?.textContent).toMatch(/Account: sam@academy\.example.*Command line/);
  expect(third?.textContent).toMatch(/a new one.*thing/);
  expect(within(third as HTMLElement).queryByRole("link")).toBeNull();
});

test("a change of role says from what to what, and a reason that was chosen is in plain words", async () => {
  const rows = [
    row({ action: "role_changed", details: { from: null, to: "staff" } }),
    row({ action: "student_id_refused", details: { student_id: ORDER, reason: "other_name" } }),
    row({ action: "message_assigned", details: { from: null, to: ORDER } }),
  ];
  server.answers = () => Response.json({ rows, next: null });
  openScreen(<RecordScreen />, "/staff/record");
  await screen.findByText("Role changed: from none to staff");
  screen.getByText("Student ID refused: other name");
  screen.getByText("Message assigned");
});

test("a search and a filter are asked of the server", async () => {
  server.answers = () => Response.json({ rows: [row({})], next: null });
  openScreen(<RecordScreen />, "/staff/record?filter=order");
  await screen.findByRole("table");
  fireEvent.change(screen.getByLabelText("Full email address or an id"), {
    target: { value: "kim@academy.example" },
  });
  await vi.waitFor(() =>
    expect(server.lastArgs("staff_log")).toEqual({
      p_search: "kim@academy.example",
      p_filter: "order",
      p_before: null,
      p_limit: 50,
    }),
  );
});
