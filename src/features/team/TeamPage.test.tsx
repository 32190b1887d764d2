// @vitest-environment jsdom
import { cleanup, configure, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { withStaffServer } from "../../../tests/support/screens/staffConsole.tsx";
import type { Seat, Team } from "../../platform/account/teams.ts";
import { followIdentity } from "../../platform/session/authStore.ts";
import { currentToasts, dismissToast } from "../../ui/overlay/toast.ts";
import { RecordPage } from "./RecordPage.tsx";
import { TeamPage } from "./TeamPage.tsx";

/** A busy machine is slow to find a button by its name. */
configure({ asyncUtilTimeout: 10_000 });

const server = withStaffServer();
const uuid = (number: number) => `0190c0de-0000-4000-8000-${String(number).padStart(12, "0")}`;

const TEAM: Team = {
  ...{ id: uuid(1), name: "Water & Co", tier: "ngo", bought: 25, given: 2, claimed: 1, free: 23 },
  ...{
    is_paused: false,
    is_short: false,
    is_ended: false,
    is_address_proven: true,
    mails_waiting: 0,
    link: null,
  },
  orders: [
    { id: uuid(2), created_at: "2026-11-20T10:00:00Z", seats: 25, total_pence: 15_000_00, status: "paid" },
  ],
};
const ADA: Seat = {
  ...{ id: uuid(11), email: "ada@x.org", name: "Ada Byron", invited_at: "2026-11-20T10:00:00Z", mail: null },
  ...{ claimed_at: "2026-11-21T10:00:00Z", ended_at: null, lessons: 7, last_day: "2026-11-28" },
  ...{ certificate_id: uuid(99), certificate_at: "2026-11-20T09:00:00Z" },
};
const BO: Seat = {
  ...ADA,
  ...{ id: uuid(12), email: "=cmd@x.org", name: null, mail: "sent", claimed_at: null, lessons: null },
  ...{ last_day: null, certificate_id: null, certificate_at: null },
};

let teams: Team[];
let seats: Seat[];
let replies: Record<string, unknown>;
beforeEach(async () => {
  teams = [TEAM];
  seats = [ADA, BO];
  replies = {};
  for (const { id } of currentToasts()) dismissToast(id);
  await followIdentity();
  server.answers = ({ name, args }) => {
    const known: Record<string, unknown> = {
      my_teams: teams,
      team_seats_page: {
        seats: args.p_after ? seats.slice(50) : seats.slice(0, Number(args.p_limit)),
        next: !args.p_after && seats.length > Number(args.p_limit) ? "50" : null,
      },
      ...replies,
    };
    return Response.json(known[name] ?? null);
  };
});
const open = (address = "/academy/team") =>
  openRoutes(
    [
      { path: "/academy/team", Component: TeamPage },
      { path: "/academy/team/record", Component: RecordPage },
    ],
    address,
  );
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const toasts = () => currentToasts().map(({ title }) => title);

test("an owner sees what was bought, given, claimed and free, and what a place may show of each person (S-181)", async () => {
  open();
  const row = within(await screen.findByRole("row", { name: /Ada Byron/ }));
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    ...[
      "Has a place",
      "21 Nov 2026",
      "7 of 11",
      "28 Nov 2026",
      "Certificate of Ada Byron",
      "Manage Ada Byron",
    ],
  ]);
  const facts = screen.getAllByRole("term").map((term) => [term.nextSibling?.textContent, term.textContent]);
  expect(facts).toEqual([
    ["25", "bought"],
    ["2", "given"],
    ["1", "claimed"],
    ["23", "free"],
  ]);
});

test.each<[what: string, change: Partial<Team>, said: string | RegExp, invites: boolean]>([
  ["paused", { is_paused: true }, "All places are paused", false],
  ["short", { is_paused: true, is_short: true, bought: 1, claimed: 3, free: -2 }, /or buy 2 more\. /, false],
  ["ended", { is_ended: true }, "This team has ended", false],
  ["refunded", { bought: 0, free: -2 }, "No place works now", false],
  ["over-given", { bought: 1, free: -1 }, "1 place more is given than bought", false],
  ["unproven", { is_address_proven: false }, "Your email address is not confirmed", true],
])("a team that is %s says why and what to do (S-181)", async (_what, change, said, invites) => {
  teams = [{ ...TEAM, ...change }];
  open();
  await screen.findByText(said);
  expect(screen.queryByRole("heading", { name: "Invite people" }) !== null).toBe(invites);
});

test("what is wrong with a list is named with numbers before anything is sent, and then it is sent once (S-180)", async () => {
  const list = {
    invited: ["cy@x.org", "di@x.org"],
    in_team: ["ada@x.org"],
    repeated: [],
    invalid: [],
    missing: 0,
  };
  replies.invite_to_team = list;
  open();
  const field = await screen.findByLabelText("Email addresses");
  press("Check the addresses");
  await screen.findByText("Enter at least one email address");
  fireEvent.change(field, { target: { value: "cy@x.org, di@x.org, ada@x.org, Cy@x.org, nobody" } });
  press("Check the addresses");
  await screen.findByText("2 to invite");
  screen.getByText("1 already in the team");
  screen.getByText("1 repeated, and sent once");
  screen.getByText("1 not an email address, and left out");
  expect(server.lastArgs("invite_to_team")).toMatchObject({ p_send: false });
  press("Send 2 invitations");
  await vi.waitFor(() => expect(toasts()).toEqual(["2 invitations are on the way"]));
  expect(server.lastArgs("invite_to_team")).toEqual({
    p_team: TEAM.id,
    p_emails: list.invited,
    p_send: true,
  });
});

test("a list with more people than places says how many are missing and offers them (S-180)", async () => {
  replies.invite_to_team = { invited: ["cy@x.org"], in_team: [], repeated: [], invalid: [], missing: 3 };
  open();
  fireEvent.change(await screen.findByLabelText("Email addresses"), { target: { value: "cy@x.org" } });
  press("Check the addresses");
  await screen.findByText("There are 3 places too few");
  const buy = screen.getByRole("link", { name: "Buy 3 places more" }).getAttribute("href");
  expect(buy).toBe(`/academy/team/buy?tier=ngo&seats=3&team=${TEAM.id}`);
  expect(screen.getByRole("button", { name: "Send 1 invitation" })).toHaveProperty("disabled", true);
});

test("a place is moved to a new person after the owner has read what the leaver keeps and loses (S-181)", async () => {
  replies.move_seat = "in_team";
  open();
  fireEvent.click(await screen.findByRole("button", { name: /^Manage\s*Ada Byron$/ }));
  expect(screen.getByRole("dialog").textContent).toMatch(
    /loses the lessons.*certificate and everything they wrote/,
  );
  press("Move the place");
  await screen.findByText("Invalid email");
  fireEvent.change(screen.getByLabelText("Email of the new person"), { target: { value: "eve@x.org" } });
  press("Move the place");
  await screen.findByText("This address is in the team already.");
  replies.move_seat = "done";
  press("Move the place");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.lastArgs("move_seat")).toEqual({ p_seat: ADA.id, p_email: "eve@x.org" });
});

test("the file has everyone, with the columns of the page and without formulas (S-181)", async () => {
  seats = [...Array.from({ length: 520 }, (_, n) => ({ ...ADA, id: uuid(1000 + n) })), BO];
  const saved: string[] = [];
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) void blob.text().then((text) => saved.push(text));
    return "blob:file";
  };
  URL.revokeObjectURL = () => {};
  open();
  await screen.findByRole("button", { name: "Show more people" });
  press("Save as a file for spreadsheets");
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toContain('"7","2026-11-28","http');
  expect(saved[0]).toContain('"\'=cmd@x.org"');
});

test("the link has a limit and an end, and the server gets no other (S-181)", async () => {
  replies.set_team_link = "0".repeat(32);
  open();
  const limit = await screen.findByLabelText("How many can join");
  fireEvent.change(limit, { target: { value: "2,5" } });
  press("Create a link");
  await screen.findByText("Enter a whole number from 1 to 500");
  fireEvent.change(limit, { target: { value: "20" } });
  press("Create a link");
  await vi.waitFor(() =>
    expect(server.lastArgs("set_team_link")).toMatchObject({ p_team: TEAM.id, p_limit: 20 }),
  );
});

test("the owner of several teams chooses one, and a lost connection is reported (S-181)", async () => {
  teams = [TEAM, { ...TEAM, id: uuid(3), name: "Fire" }];
  open();
  const choice = await screen.findByLabelText("Team");
  fireEvent.change(choice, { target: { value: uuid(3) } });
  await screen.findByRole("heading", { level: 2, name: "Fire" });
  await server.connect(false);
  await screen.findByText("You need a connection to see and change your team");
});

test("the training record says who learned what, for how long, whether assessed and when, and promises no compliance (S-183)", async () => {
  open(`/academy/team/record?team=${TEAM.id}`);
  const row = within(await screen.findByRole("row", { name: /Ada Byron/ }));
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    ...["21 November 2026", "7 of 11", "3.5 h", "As the certificate says", "28 November 2026"],
    `20 November 2026localhost:3000/verify/${uuid(99)}`,
  ]);
  expect(screen.queryByText("=cmd@x.org")).toBeNull();
  screen.getByText("This record does not by itself show compliance.");
  expect(screen.getAllByRole("listitem")).toHaveLength(11);
});

test("a list that was not sent survives a reload and ends with a press whose first response was lost (S-180)", async () => {
  const list = { in_team: [], repeated: [], invalid: [], missing: 2 };
  replies.invite_to_team = { ...list, invited: ["cy@x.org", "di@x.org", "ed@x.org"] };
  open();
  fireEvent.change(await screen.findByLabelText("Email addresses"), {
    target: { value: "cy@x.org, di@x.org, ed@x.org" },
  });
  press("Check the addresses");
  await screen.findByText(/The team has 1 place free\./);
  cleanup();
  open();
  expect(await screen.findByLabelText("Email addresses")).toHaveProperty(
    "value",
    "cy@x.org, di@x.org, ed@x.org",
  );
  replies.invite_to_team = { ...list, invited: ["cy@x.org"], missing: 0 };
  press("Check the addresses");
  await screen.findByText("1 to invite");
  replies.invite_to_team = { ...list, invited: [], in_team: ["cy@x.org"], missing: 0 };
  press("Send 1 invitation");
  expect(await screen.findByLabelText("Email addresses")).toHaveProperty("value", "");
  expect(toasts()).toEqual(["All of them are in the team already"]);
  expect(sessionStorage).toHaveLength(0);
});

test("the progress of invitations continues after a reload (S-180)", async () => {
  teams = [{ ...TEAM, bought: 500, given: 470, claimed: 20, mails_waiting: 379, free: 30 }];
  open();
  await screen.findByText("71 of 450 sent");
});

test("the focus stays with the link after the button that created it has gone (S-181)", async () => {
  replies.set_team_link = "0".repeat(32);
  open();
  const create = await screen.findByRole("button", { name: "Create a link" });
  teams = [{ ...TEAM, link: { key: "0".repeat(32), limit: 23, used: 0, ends_at: "2099-01-01T00:00:00Z" } }];
  create.focus();
  fireEvent.click(create);
  await screen.findByLabelText("Invitation link");
  expect(document.activeElement?.textContent).toBe("Or share one link");
});

test.each<[what: string, change: Partial<Team>, isMoreSold: boolean]>([
  ["paused", { is_paused: true }, false],
  ["short", { is_paused: true, is_short: true }, true],
  ["over-given", { bought: 1, free: -1 }, true],
])("a team that is %s offers nothing that could not work (S-181)", async (_what, change, isMoreSold) => {
  teams = [{ ...TEAM, ...change }];
  open();
  fireEvent.click(await screen.findByRole("button", { name: /^Manage\s*Ada Byron$/ }));
  const choices = within(screen.getByRole("dialog")).getAllByRole("radio");
  expect(choices.map((choice) => (choice as HTMLInputElement).value)).toEqual(["end", "handOver"]);
  expect(screen.queryByRole("link", { name: "Buy more places" }) !== null).toBe(isMoreSold);
});
