// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { openScreen, refusal, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import { currentToasts, dismissToast } from "../../../ui/overlay/toast.ts";
import CapstonePage from "./CapstonePage.tsx";
import CapstonesPage from "./CapstonesPage.tsx";
import type { Capstone, CapstoneRow } from "./capstones.ts";

const server = withStaffServer();
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const ID = "3f2a9c01-8a53-4d2e-9a64-0d2f6f6f1a11";
const HTML = '<img src=x onerror="alert(1)"><b>bold</b>';
const OPINION = {
  asked_at: "2026-11-24T10:00:00+00:00",
  asked_by: "ree@academy.example",
  reason: "I know the author.",
  is_mine: false,
};
const CAPSTONE: Capstone = {
  id: ID,
  attempt: 1,
  texts: { "l11-purpose": `A chatbot for tenants. ${HTML}` },
  handed_in_at: "2026-11-20T10:00:00+00:00",
  review: null,
  second_opinion: null,
  previous: null,
};
const REVIEW = {
  scores: [3, 3, 2, 3, 3],
  comments: ["", "", "Which tier?", "", ""],
  overall: "Clear.",
  has_sources: true,
  has_diligence: false,
  passed: false,
  reviewed_at: "2026-11-22T10:00:00+00:00",
  reviewer: "ree@academy.example",
};

async function open(capstone: Capstone = CAPSTONE) {
  server.answers = ({ name }) => (name === "staff_capstone" ? Response.json(capstone) : Response.json(true));
  openScreen(<CapstonePage id={ID} />, `/staff/capstones/${ID}`);
  await screen.findByRole("heading", { name: "What was handed in" });
}
async function reload(capstone?: Capstone) {
  cleanup();
  await open(capstone);
}
const choose = (legend: string | RegExp, label: string) =>
  fireEvent.click(within(screen.getByRole("group", { name: legend })).getByRole("radio", { name: label }));
const ROWS = [/^1\. /, /^2\. /, /^3\. /, /^4\. /, /^5\. /];
function score(points: string[], sources = "Yes") {
  for (const [row, each] of points.entries()) choose(ROWS[row] ?? "", each);
  choose(/sources/, sources);
  choose(/diligence/, "Yes");
}
const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const result = () => screen.getByText(/^\d+ of 20 points/).textContent;
const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send the review" });
const confirm = async (name: string) => {
  const dialog = within(await screen.findByRole("dialog"));
  await act(async () => void fireEvent.click(dialog.getByRole("button", { name })));
};
const calls = (name: string) => server.asked.filter((each) => each.name === name).map(({ args }) => args);

describe("the queue of capstones", () => {
  const row = (changes: Partial<CapstoneRow>): CapstoneRow => ({
    id: ID,
    attempt: 1,
    handed_in_at: new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString(),
    reviewed_at: null,
    passed: null,
    second_opinion: null,
    ...changes,
  });
  const openList = (rows: CapstoneRow[], address = "/staff/capstones") => {
    server.answers = () => Response.json({ rows, next: null });
    openScreen(<CapstonesPage />, address);
  };

  test("shows how long ago each was handed in, and leads to it", async () => {
    openList([row({ attempt: 2 })]);
    const link = await screen.findByRole("link", { name: "3f2a9c01" });
    expect(link.getAttribute("href")).toBe(`/staff/capstones/${ID}`);
    screen.getByText("Second attempt");
    expect(screen.getByRole("cell", { name: /^3 days ago/ })).toBeDefined();
    screen.getByText("Waiting for a review");
  });

  test("says who asked for a second opinion, and where a draft of this reviewer is", async () => {
    await open();
    choose(ROWS[0] ?? "", "3");
    cleanup();
    openList([row({ second_opinion: OPINION })]);
    await screen.findByText("Second opinion requested by ree@academy.example");
    screen.getByText("Your draft");
  });

  test("says what will appear when nothing is waiting, and asks the server for the chosen filter", async () => {
    openList([]);
    await screen.findByRole("heading", { name: "No capstone is waiting" });
    cleanup();
    openList([], "/staff/capstones?filter=reviewed");
    await screen.findByRole("heading", { name: "No capstone has been reviewed yet" });
    expect(server.lastArgs("staff_capstones")).toMatchObject({ p_filter: "reviewed", p_before: null });
  });
});

describe("a capstone", () => {
  test("is shown section by section as text, even if it contains HTML", async () => {
    await open();
    screen.getByText(`A chatbot for tenants. ${HTML}`);
    expect(document.querySelector("img, b")).toBeNull();
    expect(screen.getAllByText("Empty")).toHaveLength(8);
    screen.getByText(/ago$/);
  });

  test("of a second attempt marks what changed and has the first attempt with its review", async () => {
    const previous = {
      texts: { "l11-does": "It answers." },
      handed_in_at: "2026-11-10T10:00:00+00:00",
      review: REVIEW,
    };
    await open({ ...CAPSTONE, attempt: 2, previous });
    expect(screen.getAllByText("Changed")).toHaveLength(2);
    screen.getByText("It answers.");
    screen.getByText("Which tier?");
  });
});

describe("a review", () => {
  test("shows total and result live, by the same rule as the learner's page", async () => {
    await open();
    expect(result()).toBe("0 of 20 points");
    score(["4", "4", "1", "1", "1"]);
    expect(result()).toBe("11 of 20 points: not a pass");
    choose(ROWS[4] ?? "", "2");
    expect(result()).toBe("12 of 20 points: a pass");
    choose(/sources/, "No");
    expect(result()).toBe("12 of 20 points: not a pass");
    choose(/sources/, "Yes");
    choose(ROWS[2] ?? "", "0");
    choose(ROWS[0] ?? "", "4");
    screen.getByText(/More than 0 in row 3, rules and safeguards/);
  });

  test("cannot be sent before everything is decided", async () => {
    await open();
    choose(ROWS[0] ?? "", "3");
    choose(/sources/, "Yes");
    expect(sendButton().disabled).toBe(true);
    screen.getByText(
      "Still to decide: the points in row 2, the points in row 3, the points in row 4, the points in row 5 and the diligence statement.",
    );
  });

  test("is kept as a draft on this device and is still there after a reload", async () => {
    await open();
    score(["3", "3", "3", "3", "3"]);
    write(/Comment on row 2/, "Which workflow?");
    write(/The review as a whole/, "Well reasoned.");
    await reload();
    expect(result()).toBe("15 of 20 points: a pass");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Comment on row 2/).value).toBe("Which workflow?");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/The review as a whole/).value).toBe("Well reasoned.");
    expect(calls("review_capstone")).toEqual([]);
  });

  test("starts empty when the draft on this device is damaged", async () => {
    await open();
    choose(ROWS[0] ?? "", "3");
    const key = Object.keys(localStorage).find((each) => each.startsWith("academy-capstone-draft")) ?? "";
    for (const stored of ["{", '{"scores":[9,1,1,1,1]}']) {
      localStorage.setItem(key, stored);
      await reload();
      expect(result()).toBe("0 of 20 points");
    }
  });

  test("says that it cannot be changed, is sent once, and its draft is removed", async () => {
    await open();
    score(["3", "3", "3", "3", "3"]);
    write(/Comment on row 1/, "Good.");
    fireEvent.click(sendButton());
    await screen.findByText(/15 of 20 points, which is a pass, .* A review cannot be changed\.$/);
    server.answers = ({ name }) =>
      name === "review_capstone"
        ? Response.json(true)
        : Response.json({ ...CAPSTONE, review: { ...REVIEW, passed: true } });
    await confirm("Send the review");
    await screen.findByRole("heading", { name: "The review" });
    expect(calls("review_capstone")).toEqual([
      {
        p_hand_in: ID,
        p_scores: [3, 3, 3, 3, 3],
        p_comments: ["Good.", "", "", "", ""],
        p_overall: "",
        p_has_sources: true,
        p_has_diligence: true,
      },
    ]);
    expect(Object.keys(localStorage).filter((key) => key.includes("draft"))).toEqual([]);
    expect(screen.queryByText("Your draft was not sent")).toBeNull();
  });

  test("that was refused or lost keeps its draft", async () => {
    await open();
    score(["3", "3", "3", "3", "3"]);
    fireEvent.click(sendButton());
    server.answers = () => refusal(400, { code: "P0001", message: "Already reviewed.", hint: "reviewed" });
    await confirm("Send the review");
    screen.getByText("Already reviewed.");
    await reload();
    expect(result()).toBe("15 of 20 points: a pass");
  });

  test("of another reviewer that was first leaves the draft until it is deleted", async () => {
    await open();
    choose(ROWS[0] ?? "", "3");
    await reload({ ...CAPSTONE, review: REVIEW });
    screen.getByText("14 of 20 points");
    screen.getByText("Your draft was not sent");
    fireEvent.click(screen.getByRole("button", { name: "Delete the draft" }));
    expect(screen.queryByText("Your draft was not sent")).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.includes("draft"))).toEqual([]);
  });
});

describe("a second opinion", () => {
  test("is asked for with a reason", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Ask for a second opinion" }));
    fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "I know the author." } });
    server.answers = ({ name }) =>
      name === "staff_capstone"
        ? Response.json({ ...CAPSTONE, second_opinion: { ...OPINION, is_mine: true } })
        : new Response(null, { status: 204 });
    await confirm("Ask for a second opinion");
    await screen.findByText(/^Second opinion requested by you/);
    expect(calls("staff_ask_second_opinion")).toEqual([{ p_id: ID, p_reason: "I know the author." }]);
    expect(screen.queryByRole("button", { name: "Send the review" })).toBeNull();
  });

  test("can be withdrawn by the reviewer who asked, whose draft is still there", async () => {
    await open();
    score(["3", "3", "3", "3", "3"]);
    await reload({ ...CAPSTONE, second_opinion: { ...OPINION, is_mine: true } });
    fireEvent.click(screen.getByRole("button", { name: "Withdraw the request" }));
    server.answers = ({ name }) =>
      name === "staff_capstone" ? Response.json(CAPSTONE) : new Response(null, { status: 204 });
    await confirm("Withdraw the request");
    await screen.findByText("15 of 20 points: a pass");
    expect(calls("staff_withdraw_second_opinion")).toEqual([{ p_id: ID }]);
  });

  test("of someone else is shown with its reason above the form", async () => {
    await open({ ...CAPSTONE, second_opinion: OPINION });
    screen.getByText(/^Second opinion requested by ree@academy.example/);
    screen.getByText("I know the author.");
    expect(sendButton()).toBeDefined();
    expect(screen.queryByRole("button", { name: "Ask for a second opinion" })).toBeNull();
  });
});
