// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import LearnerScreen from "./LearnerScreen.tsx";
import LearnersScreen from "./LearnersScreen.tsx";

const server = withStaffServer();
const ID = "4b8f1a52-6e0d-4b52-9d0c-6f3a3e1c7d11";
const OTHER_ID = "9a1de644-815e-46d1-bb8f-aa1837f8a88b";

const SIGN_IN = {
  has_password: true,
  must_change_password: false,
  providers: [],
  factors: [{ type: "totp", added_at: "2026-11-01T10:00:00Z" }],
  recovery_codes: 8,
  mail: "reset",
  removal_refusal: null,
};
const DEVICE = {
  id: OTHER_ID,
  user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
  signed_in_at: "2026-11-20T08:00:00",
  used_at: "2026-11-25T09:12:00",
  synced_at: "2026-11-25T09:12:00",
  unsent: 3,
  refused: 0,
};
const PAGE = {
  id: ID,
  email: "ada@example.com",
  name: "Ada Obi",
  created_at: "2026-11-20T08:00:00Z",
  role: null,
  last_sign_in_at: "2026-11-20T08:00:00Z",
  is_address_confirmed: true,
  is_locked: false,
  deletion_due_at: null,
  sign_in: SIGN_IN,
  devices: [DEVICE],
  progress: {
    lessons_completed: 2,
    lessons: 11,
    last_study_day: "2026-11-25",
    quiz_attempts: 4,
    quizzes_passed: 2,
    notes: 5,
    workbook_fields: 7,
    capstone: null,
    certificates: [{ id: OTHER_ID, kind: "completion", issued_at: "2026-11-25T08:00:00Z", revoked_at: null }],
  },
  removal: null,
  enrolment: {
    tier: "student",
    status: "paused",
    reason: "past_due",
    started_at: "2026-11-20T08:00:00Z",
    ended_at: "2026-11-24T08:00:00Z",
  },
  orders: [{ id: OTHER_ID, status: "paused", tier: "student", created_at: "2026-11-20T08:00:00Z" }],
  teams: [{ id: ID, name: "Example Volunteers", role: "place" }],
  acts: [],
};
const REMOVAL = {
  id: OTHER_ID,
  state: "ready",
  requested_at: "2026-11-24T09:00:00",
  earliest_at: "2026-11-25T09:00:00",
  expires_at: "2026-12-01T09:00:00",
  ended_at: null,
  requested_by: "ben@academy.example",
  is_mine: false,
};

async function open(changes: Record<string, unknown> = {}): Promise<void> {
  server.answers = ({ name }) =>
    Response.json(name.includes("staff-learner") ? { success: true } : { ...PAGE, ...changes });
  openScreen(<LearnerScreen id={ID} />, `/staff/learners/${ID}`);
  await screen.findByRole("heading", { name: "Account" });
}
const part = (name: string) => within(screen.getByRole("region", { name }));
const dialog = () => within(screen.getByRole("dialog"));
async function press(name: string, scope: Pick<typeof screen, "getByRole"> = screen): Promise<void> {
  await act(async () => void fireEvent.click(scope.getByRole("button", { name })));
  if (scope === screen) await screen.findByRole("dialog");
}
const sentToFunction = () =>
  server.asked.filter(({ name }) => name.includes("staff-learner")).map(({ args }) => args);

test("a learner's page shows account, sign-in, access with its order, progress and devices", async () => {
  await open();
  part("Sign-in").getByText("Authenticator app, added 1 Nov 2026");
  part("Sign-in").getByText("8 left");
  part("Access").getByText("Students, paused");
  const order = part("Access").getByRole("link", { name: "20 Nov 2026, paused" });
  expect(order.getAttribute("href")).toBe(`/staff/orders/${OTHER_ID}`);
  const team = part("Access").getByRole("link", { name: "Example Volunteers" });
  expect(team.getAttribute("href")).toBe(`/staff/teams/${ID}`);
  part("Progress").getByText("2 of 11 completed");
  part("Progress").getByText("5 notes, 7 workbook answers");
  const certificate = part("Progress").getByRole("link", { name: "Completion, 25 Nov 2026" });
  expect(certificate.getAttribute("href")).toBe(`/staff/certificates/${OTHER_ID}`);
  const devices = within(screen.getByRole("table", { name: "Devices" }));
  devices.getByText("Firefox on Windows, signed in 20 Nov 2026");
  devices.getByText("3 entries were waiting on this device as of 25 Nov 2026, 09:12");
});

test("a password reset email is sent after one confirmation", async () => {
  await open();
  await press("Send a password reset email");
  dialog().getByText(/ada@example.com receives a link for choosing a new password/);
  expect(sentToFunction()).toEqual([]);
  await press("Send a password reset email", dialog());
  await waitFor(() =>
    expect(sentToFunction()).toEqual([{ action: "send_mail", learnerId: ID, mail: "reset" }]),
  );
});

test("an account whose address nobody confirmed is offered the email that confirms it", async () => {
  await open({
    is_address_confirmed: false,
    sign_in: { ...SIGN_IN, mail: "confirm", removal_refusal: "unconfirmed" },
  });
  part("Account").getByText("Not confirmed");
  part("Lost second factor").getByText(/Send the email that confirms it/);
  await press("Send a confirmation email");
  await press("Send a confirmation email", dialog());
  await waitFor(() =>
    expect(sentToFunction()).toEqual([{ action: "send_mail", learnerId: ID, mail: "confirm" }]),
  );
});

test("an account that signs in with Google is offered no email", async () => {
  const signIn = { ...SIGN_IN, has_password: false, providers: ["google"], mail: "provider" };
  await open({ sign_in: signIn });
  part("Cannot sign in").getByText(/choose Google on the sign-in page/);
  expect(part("Cannot sign in").queryByRole("button")).toBeNull();
});

test("the first person documents the check before the removal of a second factor can be requested", async () => {
  await open();
  const button = part("Lost second factor").getByRole<HTMLButtonElement>("button", {
    name: "Request the removal",
  });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("How you checked who is asking"), { target: { value: "letter" } });
  fireEvent.change(screen.getByLabelText("Day of the check"), { target: { value: "2999-01-01" } });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Day of the check"), { target: { value: "2026-01-02" } });
  await press("Request the removal");
  dialog().getByText(/notified by email immediately/);
  await press("Request the removal", dialog());
  await dialog().findByText("Please give a reason");
  fireEvent.change(dialog().getByLabelText("Reason"), { target: { value: "Known handwriting" } });
  await press("Request the removal", dialog());
  await waitFor(() => expect(sentToFunction()).toHaveLength(1));
  expect(sentToFunction()[0]).toEqual({
    action: "request_removal",
    learnerId: ID,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    check: "letter",
    checkedOn: "2026-01-02",
    reason: "Known handwriting",
  });
});

test("the check can be documented on a device whose time zone the browser does not know", async () => {
  const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: "Etc/Unknown" };
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options);
  onTestFinished(() => resolved.mockRestore());
  await open();
  expect(screen.getByLabelText<HTMLInputElement>("Day of the check").value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test("a second person makes a check and confirms", async () => {
  await open({ removal: REMOVAL });
  screen.getByText(/By ben@academy\.example, 24 Nov 2026, 09:00/);
  fireEvent.change(screen.getByLabelText("How you checked who is asking"), {
    target: { value: "in_person" },
  });
  await press("Confirm the removal");
  dialog().getByText(/Every second factor and recovery code of ada@example.com is removed/);
  fireEvent.change(dialog().getByLabelText("Reason"), { target: { value: "Same face" } });
  await press("Confirm the removal", dialog());
  await waitFor(() => expect(sentToFunction()).toHaveLength(1));
  expect(sentToFunction()[0]).toMatchObject({
    action: "confirm_removal",
    requestId: OTHER_ID,
    check: "in_person",
  });
});

test.each([
  ["the person who requested it", { is_mine: true }, /so a colleague has to make a check/],
  ["anyone before its time", { state: "waiting" }, /Until then the learner can stop it/],
])("a request cannot be confirmed by %s, but withdrawn", async (_, changes, words) => {
  await open({ removal: { ...REMOVAL, ...changes } });
  screen.getByText(words);
  expect(screen.queryByRole("button", { name: "Confirm the removal" })).toBeNull();
  await press("Withdraw the request");
  fireEvent.change(dialog().getByLabelText("Reason"), { target: { value: "Found it" } });
  await press("Withdraw the request", dialog());
  await waitFor(() =>
    expect(server.asked).toContainEqual({
      name: "staff_withdraw_factor_removal",
      args: { p_id: OTHER_ID, p_reason: "Found it" },
    }),
  );
});

test("an interrupted removal can be completed by anyone, and not withdrawn", async () => {
  await open({ removal: { ...REMOVAL, state: "confirmed", is_mine: true } });
  screen.getByRole("button", { name: "Complete the removal" });
  expect(screen.queryByRole("button", { name: "Withdraw the request" })).toBeNull();
});

test("a request that has ended says how, and another can be made", async () => {
  await open({ removal: { ...REMOVAL, state: "factor_used", ended_at: "2026-11-25T08:00:00" } });
  screen.getByText(/the learner signed in with the second factor, so it is not lost/);
  screen.getByRole("button", { name: "Request the removal" });
});

test("an account with a role cannot lose its second factor here", async () => {
  await open({ role: "reviewer", sign_in: { ...SIGN_IN, removal_refusal: "has_role" } });
  part("Account").getByText("Reviewer");
  part("Lost second factor").getByText(/removed on the command line first/);
  expect(part("Lost second factor").queryByRole("button")).toBeNull();
});

test("what staff did is listed with the check, newest first", async () => {
  const act = { at: "2026-11-24T09:00:00", actor: "ben@academy.example", reason: "", details: {} };
  await open({
    acts: [
      { ...act, action: "reset_mail_sent" },
      {
        ...act,
        action: "factor_removal_requested",
        reason: "Sure",
        details: { check: "video_call", checked_on: "2026-11-24" },
      },
    ],
  });
  const rows = within(screen.getByRole("table", { name: "What staff did" })).getAllByRole("row");
  expect(rows[1]?.textContent).toContain(
    "Removal of a lost second factor requested. Video call with a photo ID, 24 Nov 2026",
  );
  expect(rows[2]?.textContent).toContain("Password reset email sent");
});

test("an account that does not exist is said to be missing", async () => {
  server.answers = () => Response.json(null);
  openScreen(<LearnerScreen id={ID} />, `/staff/learners/${ID}`);
  await screen.findByText("There is no such account");
});

test("the list shows what support needs and passes search and filter on", async () => {
  const row = {
    id: ID,
    email: "ada@example.com",
    name: "Ada Obi",
    created_at: "2026-11-20T08:00:00Z",
    role: null,
    access: { tier: "student", status: "active" },
    lessons_completed: 2,
    last_study_day: "2026-11-25",
    waiting: 4,
  };
  server.answers = () => Response.json({ rows: [row, { ...row, id: OTHER_ID, role: "staff" }], next: null });
  openScreen(<LearnersScreen />, "/staff/learners?q=ada&filter=waiting");
  const [, first, second] = await screen.findAllByRole("row");
  expect(first?.textContent).toBe("Ada Obiada@example.comStudents225 Nov 2026420 Nov 2026");
  expect(second?.textContent).toContain("Staff");
  expect(server.asked).toContainEqual({
    name: "staff_learners",
    args: { p_search: "ada", p_filter: "waiting", p_before: null, p_limit: 50 },
  });
});
