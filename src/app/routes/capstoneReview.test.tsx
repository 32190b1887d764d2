// @vitest-environment jsdom
import { act, cleanup, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  handedIn,
  open,
  read,
  signIn,
  withCapstonePage,
  writeAll,
} from "../../../tests/support/screens/capstonePage.tsx";
import { handInCapstone } from "../../db/synced/capstone.ts";
import { unsentWork } from "../../db/synced/queue.ts";
import { readRows } from "../../db/synced/readRows.ts";
import { writeWorkbookField } from "../../db/synced/workbook.ts";
import { labFieldId, writeLabState } from "../../domain/course/labState.ts";
import { type CapstoneReview, capstone } from "../../entities/capstone/capstone.ts";

withCapstonePage();

const REVIEW: CapstoneReview = {
  scores: [3, 2, 3, 0, 2],
  comments: ["A workable test.", "", "Dated.", "Only one tradition.", "Say who can refuse."],
  overall: "A clear case.\nAdd a second tradition.",
  hasSources: false,
  hasDiligence: true,
  passed: false,
  reviewedAt: "2026-11-27T09:00:00.000Z",
};
describe("after the capstone was handed in", () => {
  it("says that it has not reached the account, with a link to the reason, when the server rejected it", async () => {
    const db = await signIn();
    await writeAll();
    await handInCapstone({ "l11-purpose": "A chatbot." });
    for (const row of await unsentWork(db))
      await db.rows.put({ ...row, unsent: { ...row.unsent, error: "not_entitled", isParked: true } });
    open();
    await screen.findByText(/your account has not taken it yet/);
    expect(screen.getByRole("link", { name: "See why" }).getAttribute("href")).toBe("/academy/device");
  });

  it("leads students to the lab in which they score it, and shows when the lab is done", async () => {
    const db = await signIn({ tier: "student", handIns: [handedIn()] });
    open();
    await screen.findByText("Now score it yourself");
    expect(screen.getByRole("link", { name: "Review a review" }).getAttribute("href")).toBe(
      "/academy/course/ai-fluency/lab?name=review-a-review",
    );
    expect(document.body.textContent).not.toContain("Waiting for a reviewer");
    await act(() => writeWorkbookField(labFieldId("11", "review-a-review"), writeLabState({}, true)));
    await screen.findByText("Scored by you");
    expect(await readRows(db, capstone)).toHaveLength(1);
  });

  it("shows students before the hand-in that nobody else reads it and that there is one attempt", async () => {
    await signIn({ tier: "student" });
    await writeAll();
    open();
    await read();
    screen.getByText(/Nobody else reads it/);
    screen.getByText("You hand it in once.");
    expect(document.body.textContent).not.toContain("hand it in once more");
  });

  it("says that only one copy counts when two devices handed in", async () => {
    const late = handedIn({ receivedAt: null, texts: { "l11-purpose": "From the phone." } });
    await signIn({ handIns: [late, handedIn()] });
    open();
    await screen.findByText(/You handed it in on two devices/);
    screen.getByText("A chatbot for tenants.");
    expect(screen.queryByText("From the phone.")).toBeNull();
  });
});

describe("a review", () => {
  it("shows the result, the points and a comment for each row, and what a pass still needs", async () => {
    await signIn({ handIns: [handedIn({ review: REVIEW })] });
    open();
    await screen.findByRole("heading", { name: "Not a pass yet: 10 of 20 points" });
    const rows = within(screen.getByRole("table", { name: "Points and comments" })).getAllByRole("row");
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["Criterion", "Points", "Comment"],
      ["1. Understanding and testing", "3 of 4", "A workable test."],
      ["2. Practical use", "2 of 4", "No comment"],
      ["3. Rules and safeguards", "3 of 4", "Dated."],
      ["4. Plural ethics", "0 of 4", "Only one tradition."],
      ["5. People and power", "2 of 4", "Say who can refuse."],
    ]);
    for (const need of [
      "2 more points, to reach 12",
      "More than 0 in row 4, plural ethics",
      "Sources that you have opened",
    ])
      screen.getByText(need, { selector: "li" });
    screen.getByText(/Add a second tradition/);
    screen.getByText(/A pass needs 12 of 20 points, more than 0 in rows 3, 4 and 5/);
  });

  it("that is a pass, or of the second attempt, ends the attempts", async () => {
    const pass = { ...REVIEW, scores: [3, 3, 3, 3, 3], hasSources: true, passed: true };
    await signIn({ handIns: [handedIn({ review: pass })] });
    open();
    await screen.findByRole("heading", { name: "Passed: 15 of 20 points" });
    const credential = screen.getByRole("link", { name: "Get your credential “Capstone reviewed”" });
    expect(credential.getAttribute("href")).toBe("/academy/certificate");
    expect(screen.queryByText("What it needs for a pass")).toBeNull();
    expect(screen.queryByRole("heading", { name: "Hand in again" })).toBeNull();
    cleanup();
    await signIn({
      handIns: [
        handedIn({ review: REVIEW }),
        handedIn({ attempt: 2, review: { ...REVIEW, scores: [3, 3, 3, 0, 2] } }),
      ],
    });
    open();
    await screen.findByRole("heading", { name: "Not a pass yet: 11 of 20 points" });
    screen.getByText(/That was the second attempt/);
    expect(screen.queryByRole("heading", { name: "Hand in again" })).toBeNull();
  });
});
