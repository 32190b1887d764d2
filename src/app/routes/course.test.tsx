// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { untilStoreIsRead } from "../../../tests/support/screens/enrollment.ts";
import {
  answer,
  aSpeakingBrowser,
  choose,
  deviceIsFull,
  lessonEntry,
  openPlayer,
  outline,
  press,
  RIGHT,
  signedInLearner,
  withPlayer,
} from "../../../tests/support/screens/player.tsx";
import { breakKind, storeRows } from "../../../tests/support/screens/storedRows.ts";
import { expectConsoleError } from "../../../tests/support/setup/failOnConsoleError.ts";
import { visitorDb } from "../../db/store/deviceDb.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { setSyncStatus, UNTRIED } from "../../db/store/syncStatus.ts";
import { keptResult } from "../../db/study/keptResult.ts";
import { readRow } from "../../db/synced/readRows.ts";
import { LESSON_IDS } from "../../domain/ids.ts";
import { achievement } from "../../entities/achievement/achievement.ts";
import { note } from "../../entities/note/note.ts";
import { progress } from "../../entities/progress/progress.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import { currentToasts } from "../../ui/overlay/toast.ts";

withPlayer();

describe("an enrolled learner in the player", () => {
  it("sees that the progress is loading, then the course overview (S-018, S-024)", async () => {
    await signedInLearner();
    openPlayer();
    screen.getByText("Loading your progress...");
    await screen.findByText("11 practical lessons");
    screen.getByText("4 comprehensive modules");
  });

  it("sees four modules with eleven lessons, their minutes and state, and the overall progress (S-017)", async () => {
    await signedInLearner();
    openPlayer();
    const nav = await outline();
    expect(nav.querySelectorAll("details")).toHaveLength(4);
    expect(within(nav).getAllByRole("link", { hidden: true })).toHaveLength(11);
    within(nav).getByRole("link", {
      name: /Not done:\s?What AI Is.*30 min\s?· On this device/,
      hidden: true,
    });
    within(nav).getByRole("link", { name: /Prompt, Check.*Not on this device yet/, hidden: true });
    screen.getByText("0 of 11 lessons complete");
  });

  it("opens and closes the outline on a narrow screen (S-017)", async () => {
    await signedInLearner();
    openPlayer();
    const toggle = await screen.findByRole("button", { name: "Show the lessons" });
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    fireEvent.click(toggle);
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
  });

  it("marks a lesson as complete, is congratulated, can share the progress and cannot undo it (S-020, S-057, S-060, S-095)", async () => {
    const db = await signedInLearner();
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await press("Mark as Complete");
    await screen.findByText("Lesson Complete!");
    screen.getByText("Great work! You can now share your progress.");
    screen.getByText("First Lesson Complete");
    await screen.findByText("Completed");
    expect(screen.queryByRole("button", { name: "Mark as Complete" })).toBeNull();
    const linkedIn = screen.getByRole("link", { name: /LinkedIn/ });
    expect(new URL(linkedIn.getAttribute("href") ?? "").searchParams.get("summary")).toContain("9%");
    screen.getByRole("link", { name: /Twitter/ });
    expect(document.activeElement?.textContent).toBe("Share your progress");
    screen.getByText("1 of 11 lessons complete");
    expect(await readRow(db, progress, "1")).toMatchObject({ completed: true, quizScore: null });
  });

  it("still sees answers that were revealed in the text after marking the lesson as complete", async () => {
    await signedInLearner();
    openPlayer("/academy/course/ai-fluency?lesson=1");
    const details = (await screen.findByText("Reveal")).closest("details");
    details?.setAttribute("open", "");
    await press("Mark as Complete");
    await screen.findByText("Completed");
    expect(screen.getByText("Reveal").closest("details")).toBe(details);
    expect(details?.hasAttribute("open")).toBe(true);
  });

  it("sees an error when the device cannot store the progress (S-093)", async () => {
    expectConsoleError(/Failed to save progress/);
    await signedInLearner();
    openPlayer("/academy/course/ai-fluency?lesson=1");
    const button = await screen.findByRole("button", { name: "Mark as Complete" });
    deviceIsFull();
    fireEvent.click(button);
    await screen.findByText("Failed to save progress. Please try again.");
    await screen.findByRole("button", { name: "Mark as Complete" });
  });
});

it("opens the certificate once per load of the app, and not again with the next lesson (S-060)", async () => {
  const db = await signedInLearner();
  const completedAt = "2026-11-20T10:00:00.000Z";
  await storeRows(
    db,
    progress,
    LESSON_IDS.map((lessonId) => ({ lessonId, completed: true, completedAt, quizScore: null })),
  );
  await storeRows(db, achievement, [{ type: "course_complete" }]);
  const router = openPlayer("/academy/course/ai-fluency?lesson=1");
  const dialog = { name: "You have completed the course" };
  const close = within(await screen.findByRole("dialog", dialog)).getByRole("button", { name: "Close" });
  fireEvent.click(close);
  await act(() => router.navigate("/academy/dashboard"));
  await screen.findByText("Another page");
  await act(() => router.navigate("/academy/course/ai-fluency?lesson=2"));
  await screen.findByText("Read on.");
  await untilStoreIsRead(db);
  expect(screen.queryByRole("dialog", dialog)).toBeNull();
});

describe("a learner without a stored enrolment", () => {
  const answered = (enrollment: "enrolled" | "notEnrolled") =>
    act(() =>
      setSyncStatus({ enrollmentCheck: { status: "answered", enrollment, atMs: performance.now() } }),
    );
  beforeEach(() => setSyncStatus({ phase: "idle", ...UNTRIED }));

  it("is asked to enrol only after the server has reported no enrolment, and the lesson stays locked", async () => {
    const db = await signedInLearner("notEnrolled");
    openPlayer("/academy/course/ai-fluency?lesson=2");
    await screen.findByText("Checking your enrolment…");
    await untilStoreIsRead(db);
    expect(screen.queryByText("This lesson is for enrolled learners")).toBeNull();
    answered("notEnrolled");
    await screen.findByText("This lesson is for enrolled learners");
    expect(screen.queryByText("Read on.")).toBeNull();
  });

  it("finds the plans at every step of the free lesson until they have the course (S-161)", async () => {
    const db = await signedInLearner("notEnrolled");
    openPlayer("/academy/course/ai-fluency?lesson=1");
    answered("notEnrolled");
    const plans = await screen.findByRole("link", { name: "See plans" });
    expect(plans.getAttribute("href")).toBe("/academy#plans");
    await act(() => db.meta.put({ key: "enrollment", value: "enrolled" }));
    answered("enrolled");
    await waitFor(() => expect(screen.queryByRole("link", { name: "See plans" })).toBeNull());
  });

  it("can read the lesson without a reload when the server reports the purchase", async () => {
    const db = await signedInLearner("notEnrolled");
    openPlayer("/academy/course/ai-fluency?lesson=2");
    await screen.findByText("Checking your enrolment…");
    await act(() => db.meta.put({ key: "enrollment", value: "enrolled" }));
    answered("enrolled");
    await screen.findByText("Read on.");
  });

  it("sees the last known enrolment and its date when there is no connection", async () => {
    const db = await signedInLearner("notEnrolled");
    await db.meta.put({ key: "enrollmentAnsweredAt", value: "2026-11-21T12:00:00.000Z" });
    openPlayer("/academy/course/ai-fluency?lesson=2");
    act(() => setSyncStatus({ enrollmentCheck: { status: "noConnection", atMs: performance.now() } }));
    await screen.findByText(/on 21 November 2026 at \d\d:00, this account had no access to it/);
    screen.getByRole("link", { name: "Lesson 1 is a free preview." });
    expect(screen.queryByText("Read on.")).toBeNull();
  });

  it("can no longer open a lesson stored on the device once the server has ended their access", async () => {
    const db = await signedInLearner();
    openPlayer("/academy/course/ai-fluency?lesson=2");
    await screen.findByText("Read on.");
    await act(() => db.meta.put({ key: "enrollment", value: "notEnrolled" }));
    answered("notEnrolled");
    await screen.findByText("This lesson is for enrolled learners");
    expect(await db.lessons.get("2")).toBeDefined();
  });
});

describe("a learner whose progress could not be loaded", () => {
  it("does not see the course described as unfinished, and can still mark a lesson as done", async () => {
    const db = await signedInLearner();
    await db.meta.delete("pulled");
    setSyncStatus({ phase: "error", ...UNTRIED, progressLoadFailed: true });
    openPlayer("/academy/course/ai-fluency?lesson=1");
    const button = await screen.findByRole("button", { name: "Mark as done" });
    const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toMatch(/^Your progress has not loaded yet, so we cannot tell/);
    expect(screen.queryByText(/of 11 lessons complete/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Mark as Complete" })).toBeNull();
    expect(within(await outline()).queryByText("Not done:")).toBeNull();
    await press("Mark as done");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Take Quiz" })),
    );
    await screen.findByText("Completed");
    expect(screen.queryByText("Share your progress")).toBeNull();
    setSyncStatus({ ...UNTRIED });
  });
});

describe("a lesson on a device whose storage cannot be read in part", () => {
  const broken = () => {
    throw new Error("no store");
  };
  const PARTS: [part: string, spoil: (db: LearnerDb) => unknown, logged: RegExp][] = [
    ["the progress", (db) => breakKind(db, progress), /^Error loading progress/],
    [
      "the enrolment",
      (db) => vi.spyOn(db.meta, "get").mockImplementation(broken),
      /^Error loading the enrolment/,
    ],
    ["the notes", (db) => breakKind(db, note), /^Error loading your notes/],
    ["the workbook", (db) => breakKind(db, workbookField), /^Error loading your answers in the text/],
    [
      "what was opened in the text",
      (db) => vi.spyOn(db.remembered, "get").mockImplementation(broken),
      /^Error loading your answers in the text/,
    ],
  ];

  it.each(PARTS)("shows the text without %s (S-102)", async (_, spoil, logged) => {
    expectConsoleError(logged, /no store/);
    const db = await signedInLearner();
    spoil(db);
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await screen.findByText("Read on.");
    await waitFor(() =>
      expect(vi.mocked(console.error)).toHaveBeenCalledWith(expect.stringMatching(logged), expect.anything()),
    );
    screen.getByText("Read on.");
    expect(screen.queryByText("Loading your progress...")).toBeNull();
  });

  it("reads the notes when asked again", async () => {
    expectConsoleError(/^Error loading your notes/, /no store/);
    const db = await signedInLearner();
    const spoilt = breakKind(db, note);
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await screen.findByText("This device could not read your notes. The rest of the page works.");
    spoilt.mockRestore();
    await press("Try again");
    await waitFor(() => expect(screen.queryByText(/could not read your notes/)).toBeNull());
    screen.getByText("Read on.");
  });
});

describe("the reading settings", () => {
  it("read the lesson aloud until the learner leaves it", async () => {
    const speech = aSpeakingBrowser();
    await signedInLearner();
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await press("Contents");
    await press("Read the lesson aloud");
    await waitFor(() => expect(speech.said).toEqual(["After this lesson you will be able to"]));
    const heading = screen.getByText("After this lesson you will be able to");
    await waitFor(() => expect(heading.hasAttribute("data-read-aloud")).toBe(true));
    await press("Forward one paragraph");
    expect(speech.said.at(-1)).toBe("Tell a claim from its source");
    await press("Pause");
    expect(speech.isSpeaking()).toBe(false);
    await press("Resume");
    expect(speech.isSpeaking()).toBe(true);
    await choose(/How Chatbots Write/);
    await waitFor(() => expect(speech.isSpeaking()).toBe(false));
    expect(screen.queryByRole("region", { name: "Read aloud" })).toBeNull();
  });

  it("choose the speed and the voice, which this device remembers", async () => {
    const speech = aSpeakingBrowser();
    await signedInLearner();
    const listen = async () => {
      await press("Contents");
      await press("Read the lesson aloud");
      await press("Voice and speed");
    };
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await listen();
    fireEvent.change(screen.getByLabelText("Speed"), { target: { value: "1.5" } });
    fireEvent.change(screen.getByLabelText("Voice"), { target: { value: "Tom" } });
    expect(speech.spokenAt).toEqual([1, 1.5, 1.5]);
    expect(speech.spokenBy).toEqual(["Kate", "Kate", "Tom"]);
    await press("Stop reading aloud");
    await listen();
    expect(screen.getByLabelText<HTMLSelectElement>("Speed").value).toBe("1.5");
    expect([speech.spokenAt.at(-1), speech.spokenBy.at(-1)]).toEqual([1.5, "Tom"]);
  });

  it("say plainly that a device without an English voice cannot read aloud", async () => {
    await signedInLearner();
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await press("Contents");
    await screen.findByText(/^This device has no English voice/);
    expect(screen.queryByRole("button", { name: "Read the lesson aloud" })).toBeNull();
  });
});

describe("a visitor in the player", () => {
  beforeEach(async () => {
    await visitorDb().lessons.put(lessonEntry("1"));
  });

  it("S-161: sees what is in a locked lesson and what the plans cost today, and none of its text", async () => {
    openPlayer();
    expect(within(await outline()).getAllByText(/For enrolled learners/)).toHaveLength(10);
    await choose(/How Chatbots Write/);
    await screen.findByText("This lesson is for enrolled learners");
    screen.getByText("Explain why a fluent answer can be false");
    screen.getByText("quiz questions");
    expect(screen.queryByText("Read on.")).toBeNull();
    screen.getByText("£60.00");
    const plans = screen.getByRole("link", { name: "NGOs & Non-Profit" });
    expect(plans.getAttribute("href")).toBe("/academy/pricing/ngo");
  });

  it("S-161: finds the plans at every step, and the free labs at the end", async () => {
    const entry = lessonEntry("1");
    const lab = {
      name: "sort-mail",
      title: "Sort the mail",
      purpose: "P",
      html: "<p>L</p>",
      islands: [],
      minutes: 15,
    };
    await visitorDb().lessons.put({ ...entry, pack: { ...entry.pack, labs: [lab] } });
    openPlayer("/academy/course/ai-fluency?lesson=1");
    const plans = await screen.findByRole("link", { name: "See plans" });
    expect(plans.getAttribute("href")).toBe("/academy#plans");
    await screen.findByRole("heading", { name: "Enrol for the whole course" });
    // Once: a separate announcement would repeat the lesson's labs.
    const link = await screen.findByRole("link", { name: "Sort the mail" });
    expect(link.getAttribute("href")).toBe("/academy/course/ai-fluency/lab?name=sort-mail");
    within(screen.getByRole("region", { name: "Labs" })).getByText(/^Free to try, without an account/);
  });

  it("S-159: is encouraged after a failed quiz, and offered nothing", async () => {
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await press("Take Quiz");
    await answer([1, 0, 0, 0, 1]);
    await press("Submit Quiz");
    await screen.findByText("You can try again as often as you like.");
    screen.getByText("You are not signed in, so this result will not be saved.");
    expect(screen.queryByRole("link", { name: "Students" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Keep this result" })).toBeNull();
    screen.getByRole("button", { name: "Try again" });
  });

  it("S-159, S-160: can have the free lesson's quiz graded, and nothing is kept unless they ask, and until they delete it", async () => {
    openPlayer("/academy/course/ai-fluency?lesson=1");
    await press("Take Quiz");
    await answer(RIGHT);
    await press("Submit Quiz");
    await screen.findByRole("heading", { name: /Your score: 100%/ });
    const offer = within(await screen.findByRole("region", { name: "You passed. Keep this result" }));
    expect(offer.getAllByRole("listitem").map((each) => each.textContent)).toEqual([
      "Students£60.00 todayor £21.60 today and in each of the next two months, £64.80 in all",
      "NGOs & Non-Profit£600.00 todayor £210.00 today and in each of the next two months, £630.00 in all",
      "Professionals£1,020.00 todayor £360.00 today and in each of the next two months, £1,080.00 in all",
    ]);
    expect(Object.keys(localStorage)).toEqual([]);
    await press("Keep this result");
    expect(keptResult()?.quiz.answers).toEqual(RIGHT);
    expect(document.activeElement?.textContent).not.toBe("");
    const plans = screen.getByRole("link", { name: "See plans" });
    expect(plans.getAttribute("href")).toBe("/academy#plans");
    expect(currentToasts()).toEqual([]);
    await press("Back to Lesson");
    await waitFor(() => expect(screen.queryByText("Completed")).toBeNull());
    await press("Delete the result");
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
