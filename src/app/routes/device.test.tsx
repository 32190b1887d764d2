// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { signInLearner, storedLesson } from "../../../tests/support/screens/learner.ts";
import { memoryCaches } from "../../../tests/support/screens/memoryCaches.ts";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { asSafariTab } from "../../../tests/support/screens/safariTab.ts";
import { storeRows } from "../../../tests/support/screens/storedRows.ts";
import { notePublished, noteTokenizer, readDownloadChoice } from "../../db/lessons/downloads.ts";
import { storeTokenizer } from "../../db/lessons/tokenizerFile.ts";
import { forgetIdentity } from "../../db/store/active.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { setDownloadStatus, setSyncStatus, UNTRIED } from "../../db/store/syncStatus.ts";
import { saveLessonPlace } from "../../db/synced/moveLessonPlace.ts";
import { completionAt } from "../../db/synced/progress.ts";
import { countUnsent } from "../../db/synced/queue.ts";
import type { LessonId } from "../../domain/ids.ts";
import { progress } from "../../entities/progress/progress.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import { followIdentity } from "../../platform/session/authStore.ts";
import { Component as DevicePage } from "./device.tsx";

const published = (lessonId: LessonId, bytes: number) => ({
  lesson_id: lessonId,
  version: 1,
  hash: "0".repeat(64),
  bytes,
  is_preview: lessonId === "1",
  audience: "everyone" as const,
});
const PUBLISHED = [published("1", 400_000), published("2", 700_000)];

const keep = (db: LearnerDb, lessonId: LessonId) => db.lessons.put(storedLesson(lessonPack(lessonId)));

function open() {
  const routes = [{ path: "/academy/device", Component: DevicePage }];
  return openRoutes(routes, "/academy/device").router;
}

/** The text beside the label with this text. */
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

// Without a session, because other tests use a real server to check what the buttons do.
beforeEach(async () => {
  await forgetIdentity();
  await followIdentity();
  setSyncStatus({ phase: "idle", ...UNTRIED });
  setDownloadStatus({ phase: "idle" });
});
afterEach(async () => {
  // An action that a test did not wait for would end after the page is gone.
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  // A sync that a button started loads its code, and would otherwise go on after the test.
  await vi.dynamicImportSettled();
});

describe("the work on this device", () => {
  it("is reported as saved to the account only after the database has been read", async () => {
    const db = await signInLearner();
    const { promise, resolve } = Promise.withResolvers<never[]>();
    // Dexie's collections have their own promise type.
    vi.spyOn(db.rows, "orderBy").mockReturnValue({ toArray: () => promise } as never);
    open();
    await screen.findByText("waiting to be sent");
    await act(() => new Promise((done) => setTimeout(done, 100)));
    expect(screen.queryByText("All your work is saved to your account.")).toBeNull();
    expect(figure("waiting to be sent")).toBe("…");
    resolve([]);
    await screen.findByText("All your work is saved to your account.");
    vi.mocked(db.rows.orderBy).mockRestore();
  });

  it("is reported as saved to the account when nothing is waiting to be sent", async () => {
    const db = await signInLearner();
    // A place is not work that a learner would miss.
    await saveLessonPlace("4", { step: 2, part: 0, share: 0 }, { isSent: true });
    expect(await db.rows.get(["place", "4"])).toHaveProperty("unsent");
    open();
    await screen.findByText("All your work is saved to your account.");
    expect(figure("waiting to be sent")).toBe("0");
    expect(figure("oldest unsent change")).toBe("none");
    expect(screen.queryByRole("button", { name: "Save unsent work as a file" })).toBeNull();
  });

  it("comes with a warning in a Safari tab, unsent changes first, that it may be deleted after seven days", async () => {
    const leave = asSafariTab("iPhone; CPU iPhone OS 18_5 like Mac OS X", 5);
    const db = await signInLearner();
    await storeRows(db, progress, [completionAt("1", Date.now())], { unsent: {} });
    open();
    await screen.findByText("Safari may delete what is on this device");
    await screen.findByText(
      /^1 change is only on this device and not in your account yet\..*after seven days/,
    );
    screen.getByText(/Tap Share .*, then “Add to Home Screen”/);
    leave();
  });

  it("is shown with the number and age of unsent changes and the reasons for rejected ones (S-118)", async () => {
    const db = await signInLearner();
    const anHourAgo = Date.now() - 3_600_000;
    await storeRows(db, progress, [completionAt("1", anHourAgo)], { at: anHourAgo, unsent: {} });
    await storeRows(db, workbookField, [{ fieldId: "l02-check", value: "The sum is wrong" }], {
      unsent: { isParked: true, tries: 5, error: "not_entitled" },
    });
    setSyncStatus({ phase: "offline" });
    open();
    await screen.findByText(/^You are offline\. 1 change saved on this device/);
    expect(figure("waiting to be sent")).toBe("1");
    expect(figure("oldest unsent change")).toBe("1 hour ago");
    expect(screen.queryByText(/Safari may delete/)).toBeNull();
    screen.getByText("Lesson 2 workbook: “The sum is wrong”");
    screen.getByText(/Your account does not currently have access to this lesson/);
    screen.getByText("Lesson 1 completed");
    act(() => screen.getByRole("button", { name: "Try these again" }).click());
    await waitFor(async () => expect(await countUnsent(db)).toEqual({ unsent: 2, refused: 0 }));
  });

  it("can be saved as a file with all unsent work and the owner's email address", async () => {
    const db = await signInLearner();
    await storeRows(db, progress, [completionAt("3", Date.now())], { unsent: {} });
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) saved = blob;
      return "blob:saved";
    };
    URL.revokeObjectURL = () => {};
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    open();
    const button = await screen.findByRole("button", { name: "Save unsent work as a file" });
    act(() => button.click());
    click.mockRestore();
    const file = JSON.parse((await saved?.text()) ?? "");
    expect(file).toMatchObject({
      account: "learner@academy.example",
      rows: [{ kind: "progress", content: { lessonId: "3" }, unsent: { tries: 0 } }],
    });
  });
});

describe("lesson downloads", () => {
  it("are offered with their size on a metered connection, and one tap requests every lesson, whether or not the learner answers the storage permission prompt (S-117)", async () => {
    const db = await signInLearner();
    await notePublished(db, PUBLISHED, ["1", "2"]);
    const persist = vi.fn(() => new Promise<boolean>(() => undefined));
    const estimate = async () => ({ quota: 1_000_000, usage: 0 });
    Object.defineProperty(navigator, "connection", { configurable: true, value: meteredLine() });
    Object.defineProperty(navigator, "storage", { configurable: true, value: { persist, estimate } });
    open();
    const tap = await screen.findByRole("button", { name: "Download the whole course (1.1 MB)" });
    screen.getByText(/^You may be charged for data/);
    expect(persist).not.toHaveBeenCalled();
    act(() => tap.click());
    await waitFor(async () => expect((await readDownloadChoice(db)).asked).toEqual(["1", "2"]));
    expect(persist).toHaveBeenCalledOnce();
    Reflect.deleteProperty(navigator, "connection");
    Reflect.deleteProperty(navigator, "storage");
  });

  it("include the tokenizer of a lab with its size, which is requested with the course and removed here", async () => {
    const { caches, addresses } = memoryCaches();
    vi.stubGlobal("caches", caches);
    Object.defineProperty(navigator, "connection", { configurable: true, value: meteredLine() });
    const db = await signInLearner();
    await notePublished(db, [published("10", 400_000)], ["10"]);
    open();
    await screen.findByText("Tokenizer for the lab “What your words cost”");
    screen.getByText("815 KB, not downloaded yet");
    act(() => screen.getByRole("button", { name: "Download the whole course (1.2 MB)" }).click());
    await waitFor(async () => expect((await readDownloadChoice(db)).asked).toEqual(["10", "tokenizer"]));

    vi.stubGlobal("fetch", async () => new Response("tokens"));
    await act(async () => {
      await storeTokenizer();
      await noteTokenizer(db);
    });
    await keep(db, "10");
    await screen.findByText(/The whole course is on this device/);
    expect(addresses()).toHaveLength(1);
    act(() => screen.getByRole("button", { name: "Remove the tokenizer" }).click());
    const dialog = await screen.findByRole("dialog", { name: "Remove the tokenizer from this device?" });
    within(dialog).getByText(/This frees 815 KB\./);
    act(() => within(dialog).getByRole("button", { name: "Remove" }).click());
    await screen.findByRole("button", { name: "Download the tokenizer" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(addresses()).toEqual([]);

    await act(async () => {
      await storeTokenizer();
      await noteTokenizer(db);
    });
    const removeAll = await screen.findByRole("button", { name: "Remove all downloads" });
    act(() => removeAll.click());
    act(() => within(screen.getByRole("dialog")).getByRole("button", { name: "Remove" }).click());
    await screen.findByText("0 B of 1.2 MB");
    await waitFor(() => expect(addresses()).toEqual([]));
    Reflect.deleteProperty(navigator, "connection");
    vi.unstubAllGlobals();
  });

  it("show their progress in bytes, and can be paused and resumed", async () => {
    const db = await signInLearner();
    await notePublished(db, PUBLISHED, ["2"]);
    await keep(db, "1");
    setDownloadStatus({ phase: "running", id: "2" });
    open();
    await screen.findByText("400 KB of 1.1 MB");
    screen.getByText("Downloading lesson 2…");
    act(() => screen.getByRole("button", { name: "Pause" }).click());
    await screen.findByText("Pausing once lesson 2 is downloaded.");
    act(() => setDownloadStatus({ phase: "idle" }));
    const resume = await screen.findByRole("button", { name: "Resume (700 KB)" });
    act(() => resume.click());
    await waitFor(async () =>
      expect(await readDownloadChoice(db)).toEqual({ isPaused: false, removed: [], asked: ["1", "2"] }),
    );
  });
});

function meteredLine() {
  return Object.assign(new EventTarget(), { saveData: true });
}
