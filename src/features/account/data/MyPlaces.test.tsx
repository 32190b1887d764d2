// @vitest-environment jsdom
import { configure, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openRoutes } from "../../../../tests/support/screens/openRoutes.tsx";
import { withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import { OWNER_NEVER_SEES } from "../../../domain/sales/ownerSees.ts";
import { MyPlaces } from "./MyPlaces.tsx";

configure({ asyncUtilTimeout: 10_000 });

const server = withStaffServer();
const PLACE = {
  ...{ id: "0190c0de-0000-4000-8000-000000000001", team: "Water & Co", tier: "ngo", is_paused: false },
  ...{ is_claimed: true, claimed_at: "2026-11-21T10:00:00Z" },
};
let places: object[];
beforeEach(() => {
  places = [PLACE];
  server.answers = ({ name }) => Response.json(name === "my_seats" ? places : "done");
});
const open = () => openRoutes([{ path: "/", Component: MyPlaces }], "/");

test("a learner with a place reads what the owner of the team sees, and can leave after reading what that means (S-184)", async () => {
  open();
  await screen.findByText(/Its owner sees your name and email address/);
  screen.getByText(OWNER_NEVER_SEES);
  fireEvent.click(screen.getByRole("button", { name: "Leave the team" }));
  expect(screen.getByRole("dialog").textContent).toMatch(/certificate and everything you wrote stay yours/);
  places = [];
  fireEvent.click(screen.getAllByRole("button", { name: "Leave the team" }).at(-1) as HTMLElement);
  await vi.waitFor(() => expect(screen.queryByText("Your team")).toBeNull());
  expect(server.lastArgs("leave_team")).toEqual({ p_seat: PLACE.id });
});

test("an invitation is linked, and an account without any shows nothing (S-184)", async () => {
  places = [{ ...PLACE, is_claimed: false, claimed_at: null }];
  open();
  const link = await screen.findByRole("link", { name: "See the invitation" });
  expect(link.getAttribute("href")).toBe("/academy/invitation");
});
