// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  open,
  press,
  read,
  signIn,
  withCapstonePage,
  writeAll,
} from "../../../tests/support/screens/capstonePage.tsx";
import { setSyncStatus } from "../../db/store/syncStatus.ts";
import { handInCapstone } from "../../db/synced/capstone.ts";
import { readRows } from "../../db/synced/readRows.ts";
import { writeWorkbookField } from "../../db/synced/workbook.ts";
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
});

describe("handing in", () => {
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
