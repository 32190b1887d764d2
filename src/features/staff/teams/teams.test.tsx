// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import TeamScreen from "./TeamScreen.tsx";
import TeamsScreen from "./TeamsScreen.tsx";
import type { SeatRow, TeamPage } from "./teamSchemas.ts";

const server = withStaffServer();
const ID = "4b8f1a52-6e0d-4b52-9d0c-6f3a3e1c7d11";
const OTHER_ID = "9a1de644-815e-46d1-bb8f-aa1837f8a88b";

const TEAM: TeamPage = {
  id: ID,
  created_at: "2026-11-20T08:00:00Z",
  name: "Example Volunteers",
  tier: "ngo",
  owner: { id: OTHER_ID, email: "olu@mail.example", is_proven: true },
  bought: 25,
  given: 20,
  claimed: 18,
  paused_at: null,
  ended_at: null,
  extended_until: null,
  pauses_at: null,
  link: { limit: 10, used: 4, ends_at: "2026-12-20T08:00:00Z" },
  orders: [
    {
      id: OTHER_ID,
      created_at: "2026-11-20T08:00:00Z",
      status: "invoiced",
      seats: 25,
      total_pence: 15_000_00,
      refunded_pence: 0,
      invoice_number: "ABC-0001",
      due_at: "2026-12-04T08:00:00Z",
    },
  ],
  acts: [],
};
const SEAT: SeatRow = {
  id: OTHER_ID,
  email: "ada@mail.example",
  user_id: OTHER_ID,
  name: "Ada Obi",
  invited_at: "2026-11-21T08:00:00Z",
  claimed_at: "2026-11-22T08:00:00Z",
  ended_at: null,
  end_reason: null,
  mail: "sent",
};
const INVITED = { ...SEAT, id: ID, email: "ben@mail.example", user_id: null, name: null, claimed_at: null };

async function open(change: Partial<TeamPage> = {}, seats: SeatRow[] = [SEAT, INVITED]): Promise<void> {
  server.answers = ({ name }) => {
    if (name === "staff_team") return Response.json({ ...TEAM, ...change });
    return Response.json(name === "staff_team_seats" ? { rows: seats, next: null } : true);
  };
  openScreen(<TeamScreen id={ID} />, `/staff/teams/${ID}`);
  await screen.findByRole("table", { name: "places" });
}
const part = (name: string) => within(screen.getByRole("region", { name }));
async function press(name: string, scope: Pick<typeof screen, "getByRole"> = screen): Promise<void> {
  await act(async () => void fireEvent.click(scope.getByRole("button", { name })));
}
/** Confirms the dialog that is open, with a reason. */
async function confirm(label: string, words: RegExp): Promise<void> {
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(words);
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Asked in writing" } });
  await press(label, dialog);
}

test("S-185: the page of a team shows its owner, places, orders with their invoices, and people", async () => {
  await open();
  screen.getByRole("heading", { name: /^Example Volunteers\s*Active$/ });
  const summary = part("Summary");
  expect(summary.getByRole("link", { name: "olu@mail.example" }).getAttribute("href")).toBe(
    `/staff/learners/${OTHER_ID}`,
  );
  summary.getByText("25 bought, 20 given, 18 of them claimed, 5 free");
  summary.getByText("Used 4 of 10 times, ends 20 Dec 2026");
  const order = part("Orders").getByRole("link", { name: "20 Nov 2026" });
  expect(order.getAttribute("href")).toBe(`/staff/orders/${OTHER_ID}`);
  part("Orders").getByText("ABC-0001, due 4 Dec 2026");
  const people = part("People");
  expect(people.getByRole("link", { name: "ada@mail.example" }).getAttribute("href")).toBe(
    `/staff/learners/${OTHER_ID}`,
  );
  people.getByText("Has a place since 22 Nov 2026");
  people.getByText("Invited, 21 Nov 2026");
  // Someone who was only invited leads nowhere.
  expect(people.queryByRole("link", { name: "ben@mail.example" })).toBeNull();
  expect(server.lastArgs("staff_team_seats")).toMatchObject({ p_team: ID, p_search: "", p_limit: 50 });
});

const AT = "2026-12-04T12:00:00Z";
test.each([
  [{ given: 30 }, "More given than bought", /^All learners keep access until the owner has chosen/],
  [{ paused_at: AT, pauses_at: AT }, "Paused", /^Paused since 4 Dec 2026, because a payment is missing/],
  [
    { paused_at: AT },
    "Paused",
    /^Paused since 4 Dec 2026, because more people have a place than are paid for/,
  ],
  [{ ended_at: AT }, "Ended", /^Ended by staff on 4 Dec 2026/],
  [{ bought: 0 }, "No places", /^No access: no order of this team counts any more/],
  [{ bought: 0, given: 0, claimed: 0 }, "No places", /^No places: no order of this team counts/],
  [{ pauses_at: AT }, "Active", /The places pause after 4 Dec 2026, unless the payment arrives/],
  [{ pauses_at: AT, extended_until: AT }, "Active", /pause after 4 Dec 2026, extended by staff, unless/],
])("S-185: a team says in words who may study and until when: %j", async (change, badge, words) => {
  await open(change);
  screen.getByRole("heading", { name: new RegExp(`${badge}$`) });
  part("Summary").getByText(words);
});

const LATE = { paused_at: AT, pauses_at: AT, extended_until: "2026-12-01T12:00:00Z" };
const LONGER = { p_until: "2026-12-18", p_seen_until: LATE.extended_until };
const NEW_OWNER = { p_email: "New@Mail.Example", p_seen_owner: OTHER_ID };
test.each<[label: string, change: Partial<TeamPage>, words: RegExp, name: string, args: object]>([
  ["Keep the places open", LATE, /access until the end of 18 Dec 2026/, "staff_extend_team", LONGER],
  ["End the team", {}, /Nothing is refunded, and an open invoice/, "staff_end_team", { p_team: ID }],
  ["Take it back", { ended_at: AT }, /Access returns immediately/, "staff_reopen_team", { p_team: ID }],
  ["Remove", {}, /^ada@mail\.example loses the lessons/, "staff_end_seat", { p_seat: OTHER_ID }],
  ["Withdraw", {}, /^The invitation of ben@mail\.example stops/, "staff_end_seat", { p_seat: ID }],
  ["Hand the team over", {}, /olu@mail\.example no longer does/, "staff_hand_over_team", NEW_OWNER],
])(
  "S-187: “%s” says what it does, then does it to what the screen showed",
  async (label, change, ...rest) => {
    const [words, name, args] = rest;
    await open(change);
    const fill = (field: RegExp, value: string) => {
      for (const each of screen.queryAllByLabelText(field)) fireEvent.change(each, { target: { value } });
    };
    fill(/^Until the end of/, "2026-12-18");
    fill(/^Email of the new owner/, " New@Mail.Example ");
    await press(label);
    await confirm(label, words);
    await waitFor(() =>
      expect(server.lastArgs(name)).toMatchObject({ ...args, p_reason: "Asked in writing" }),
    );
  },
);

test.each<[string, Partial<TeamPage>]>([
  ["owes nothing", {}],
  ["has ended", { ended_at: AT, pauses_at: AT }],
])("S-187: a team that %s is not offered more time", async (_what, change) => {
  await open(change);
  expect(screen.queryByRole("heading", { name: "More time to pay" })).toBeNull();
  const handOver = screen.getByRole<HTMLButtonElement>("button", { name: "Hand the team over" });
  expect(handOver.disabled, "before there is an address").toBe(true);
});

test("S-187: what staff did for the team is listed, with the day of an extension", async () => {
  const done = { at: "2026-11-24T09:00:00", actor: "ben@academy.example", reason: "Bank holiday" };
  await open({ owner: null, acts: [{ ...done, action: "team_extended", details: { until: AT } }] });
  part("Summary").getByText(/^Nobody: the order is not paid/);
  const rows = within(screen.getByRole("table", { name: "What staff did" })).getAllByRole("row");
  expect(rows[1]?.textContent).toContain("Places of a team kept open. Until 4 Dec 2026");
});

test("S-185: the list shows owner, state and places, and passes search and filter on", async () => {
  const { extended_until, pauses_at, link, orders, acts, ...row } = TEAM;
  server.answers = () => Response.json({ rows: [row, { ...row, id: OTHER_ID, owner: null }], next: null });
  openScreen(<TeamsScreen />, "/staff/teams?q=example&filter=attention");
  const [, first, second] = await screen.findAllByRole("row");
  expect(first?.textContent).toBe(
    "Example Volunteersolu@mail.exampleNGOs & Non-ProfitActive25201820 Nov 2026",
  );
  expect(second?.textContent).toContain("—");
  expect(server.lastArgs("staff_teams")).toMatchObject({ p_search: "example", p_filter: "attention" });
});

test("S-185: an id that no team has leads back to the list", async () => {
  server.answers = ({ name }) => Response.json(name === "staff_team" ? null : { rows: [], next: null });
  openScreen(<TeamScreen id={ID} />, `/staff/teams/${ID}`);
  await screen.findByText("No team has this id");
});
