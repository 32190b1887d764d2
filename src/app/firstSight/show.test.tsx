// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signedInLearner, withPlayer } from "../../../tests/support/player.tsx";
import { forgetIdentity, storeIdentity } from "../../db/active.ts";
import { deviceDb } from "../../db/deviceDb.ts";
import { writeIdentityHint } from "../../db/identityHint.ts";
import { requireUserId } from "../../domain/ids.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { FirstSight } from "./FirstSight.tsx";
import { showFirstSight } from "./show.ts";

const STRANGER = requireUserId("0195e0a0-0000-7000-8000-000000000001");

let template: HTMLTemplateElement;
let root: HTMLElement;

withPlayer();

/** The player's document, as the build writes it. */
beforeEach(() => {
  const sight = renderToStaticMarkup(
    <MemoryRouter>
      <FirstSight />
    </MemoryRouter>,
  );
  document.body.innerHTML = `<template>${sight}</template><div id="root"></div>`;
  template = document.querySelector("template") as HTMLTemplateElement; // just written
  root = document.getElementById("root") as HTMLElement; // just written
  history.replaceState(null, "", "/academy/course/ai-fluency?lesson=1");
});
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
});

describe("a learner who opens a lesson of this device", () => {
  it("reads it before the app is here, and is shown nothing that only the app can do", async () => {
    await signedInLearner();
    await showFirstSight(template, root);
    screen.getByText("Read on.");
    expect(screen.getAllByRole("heading", { level: 1 }).map((title) => title.textContent)).toEqual([
      "What AI Is, and What It Isn't",
    ]);
    expect(document.querySelectorAll(".reading li").length).toBeGreaterThan(0);
    expect(screen.queryByText("Completed")).toBeNull();
    expect(root.hidden).toBe(true);
  });

  it("sees that it is complete", async () => {
    const db = await signedInLearner();
    const done = { completed: true, completedAt: "2026-11-01T09:00:00.000Z", quizScore: 100 };
    await db.progress.put({ lessonId: "1", moduleId: "1", ...done });
    await showFirstSight(template, root);
    screen.getByText("Completed");
  });

  it("goes on in the app as soon as that shows more than that it is waiting", async () => {
    await signedInLearner();
    await showFirstSight(template, root);
    root.innerHTML = renderToStaticMarkup(<Spinner label="Loading your progress..." />);
    await new Promise((resolve) => setTimeout(resolve));
    expect(root.hidden).toBe(true);
    root.innerHTML = "<main><h1>Please sign in again</h1></main>";
    await waitFor(() => expect(root.hidden).toBe(false));
    expect(document.getElementById("first-sight")).toBeNull();
  });
});

describe("nothing is shown ahead", () => {
  it("to the next person at a device whose learner has left (I8)", async () => {
    await signedInLearner();
    await forgetIdentity();
    await expectNothing();
  });

  it("of somebody else's, whatever the hint in localStorage says (I8)", async () => {
    await signedInLearner();
    await storeIdentity({ userId: STRANGER, email: "stranger@example.org", mustChangePassword: false });
    const learner = (await indexedDB.databases()).find(({ name }) =>
      /^academy-[0-9a-f]{8}-/.test(name ?? ""),
    );
    writeIdentityHint(requireUserId(learner?.name?.replace("academy-", "") ?? ""));
    await expectNothing();
  });

  it("to somebody whose access has ended", async () => {
    await signedInLearner("notEnrolled");
    await expectNothing();
  });

  it("to somebody who must choose a password first", async () => {
    await signedInLearner();
    await deviceDb().identity.update("active", { mustChangePassword: true });
    await expectNothing();
  });

  it("of a lesson that is not on the device, and no store is made by looking", async () => {
    await signedInLearner();
    history.replaceState(null, "", "/academy/course/ai-fluency?lesson=7");
    await expectNothing();
    await deviceDb().delete();
    writeIdentityHint(STRANGER);
    await expectNothing();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain("academy-device");
    expect(names).not.toContain(`academy-${STRANGER}`);
  });

  async function expectNothing(): Promise<void> {
    await showFirstSight(template, root);
    expect(document.getElementById("first-sight")).toBeNull();
    expect(root.hidden).toBe(false);
  }
});
