// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  open,
  press,
  read,
  signIn,
  way,
  withCapstonePage,
  writeAll,
} from "../../../tests/support/capstonePage.tsx";
import { storedLesson } from "../../../tests/support/learner.ts";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { setSyncStatus } from "../../db/store/syncStatus.ts";
import { handInCapstone } from "../../db/synced/capstone.ts";
import { unsentWork } from "../../db/synced/queue.ts";
import { readRows } from "../../db/synced/readRows.ts";
import { writeWorkbookField } from "../../db/synced/workbook.ts";
import { CAPSTONE_SECTIONS } from "../../domain/course/capstone.ts";
import { capstone } from "../../entities/capstone/capstone.ts";

withCapstonePage();

describe("before the capstone is handed in", () => {
  it("sends visitors to sign in, and signed-in visitors without the course to the dashboard", async () => {
    const router = open();
    await screen.findByText("Another page");
    expect(router.state.location.pathname).toBe("/auth");
    cleanup();
    await signIn({ enrollment: "notEnrolled" });
    act(() => setSyncStatus({ enrollmentCheck: { status: "noConnection", atMs: performance.now() } }));
    const second = open();
    await screen.findByText("Another page");
    expect(second.state.location.pathname).toBe("/academy/dashboard");
  });

  it("cannot be handed in without any text, and links to the first section in lesson 11", async () => {
    await signIn();
    open();
    await screen.findByText("0 of 9 sections");
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("link", { name: "Begin in lesson 11" }).getAttribute("href")).toBe(
      "/academy/course/ai-fluency?lesson=11",
    );
  });

  it("names each section as written or empty, and links to the step of lesson 11 with its field", async () => {
    const db = await signIn();
    const html = `<p>One</p><div data-island="l11-purpose"></div><p>Two</p><div data-island="l11-rules"></div>`;
    const cut = html.indexOf("<p>Two");
    const steps = [
      { title: "One", minutes: 1, end: cut },
      { title: "Two", minutes: 1, end: html.length },
    ];
    await db.lessons.put(storedLesson({ ...lessonPack("11"), html, steps }));
    await writeWorkbookField("l11-rules", "Minimal tier.");
    open();
    await screen.findByText("1 of 9 sections");
    const address = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");
    expect(address(/^Write it.*1\. Purpose/)).toBe("/academy/course/ai-fluency?lesson=11&step=1");
    expect(address(/^Change it.*4\. Rules/)).toBe("/academy/course/ai-fluency?lesson=11&step=2");
    expect(address(/^Write it.*8\. Decision/)).toBe("/academy/course/ai-fluency?lesson=11");
    expect(screen.getAllByText("Empty")).toHaveLength(8);
  });
});

describe("handing in", () => {
  it("shows the whole copy first and what happens next, and stores exactly that copy", async () => {
    const db = await signIn();
    await writeAll();
    open();
    await read();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("The copy that you hand in"));
    screen.getByText("Text of 9. Diligence statement");
    screen.getByText(/A reviewer reads it/);
    screen.getByText(/You cannot change the copy afterwards/);
    screen.getByText(/hand it in once more/);
    expect(screen.getByRole("link", { name: "privacy policy" }).getAttribute("href")).toBe("/privacy-policy");
    press("Hand in");
    await screen.findByRole("heading", { name: "Your capstone is handed in" });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Your capstone is handed in"));
    const [stored] = await readRows(db, capstone);
    expect(stored?.texts).toEqual(
      Object.fromEntries(CAPSTONE_SECTIONS.map(({ fieldId, title }) => [fieldId, `Text of ${title}`])),
    );
    await screen.findByText(
      "You are offline. It is saved on this device and will be sent when you are back.",
    );
    expect(way()[1]).toMatch(/^Not sent yet/);
    expect(await unsentWork(db)).toContainEqual(
      expect.objectContaining({ kind: "capstone", key: stored?.id }),
    );
  });

  it("with empty sections needs a tick beside their names", async () => {
    const db = await signIn();
    await writeAll();
    await writeWorkbookField("l11-rules", " ");
    await writeWorkbookField("l11-trace", "");
    open();
    await read();
    const box = screen.getByRole("checkbox", {
      name: /2 sections are empty: 4\. Rules and 7\. Data, labour, language and energy/,
    });
    press("Hand in");
    screen.getByText("Tick this box, or go back and write what is missing.");
    expect(await readRows(db, capstone)).toEqual([]);
    fireEvent.click(box);
    press("Hand in");
    await screen.findByRole("heading", { name: "Your capstone is handed in" });
  });

  it("keeps the copy that is being read when another tab writes, until the learner takes the newer text", async () => {
    await signIn();
    await writeAll();
    open();
    await read();
    await act(() => writeWorkbookField("l11-rules", "Written in another tab."));
    await screen.findByText("Your workbook has changed since this copy was made.");
    expect(screen.queryByText("Written in another tab.")).toBeNull();
    press("Use the newer text");
    await screen.findByText("Written in another tab.");
    expect(screen.queryByText(/has changed since/)).toBeNull();
  });

  it("does nothing in a tab when another tab was first, and shows that hand-in", async () => {
    const db = await signIn();
    await writeAll();
    open();
    await read();
    await act(() => handInCapstone({ "l11-purpose": "From the other tab." }));
    await screen.findByText("Your capstone was handed in from another tab or device.");
    screen.getByText("From the other tab.");
    expect(screen.queryByRole("button", { name: "Hand in" })).toBeNull();
    expect(await readRows(db, capstone)).toHaveLength(1);
  });

  it("returns to the sections without handing in", async () => {
    const db = await signIn();
    await writeAll();
    open();
    await read();
    press("Go back");
    await screen.findByText("9 of 9 sections");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Your nine sections"));
    expect(await readRows(db, capstone)).toEqual([]);
  });
});
