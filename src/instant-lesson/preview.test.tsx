// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { lessonDocument } from "../../tests/support/screens/lessonDocument.tsx";
import { writeIdentityHint } from "../db/store/identityHint.ts";
import { requireUserId } from "../domain/ids.ts";
import { showPreview } from "./preview.ts";

const PLAYER = "/academy/course/ai-fluency";
const LEARNER = requireUserId("0195e0a0-0000-7000-8000-000000000001");

afterEach(() => {
  writeIdentityHint(null);
  document.body.replaceChildren();
});

/** Opens the document as a host serves it to every address of the player. Returns whether it shows the preview. */
function open(address: string): boolean {
  history.replaceState(null, "", address);
  document.body.innerHTML = lessonDocument.bodyWithoutLesson;
  showPreview();
  const root = document.getElementById("root");
  const isShown = document.getElementById("instant-lesson") !== null;
  // Either the app or the preview is visible, and nothing else is left of it.
  expect(root?.hidden).toBe(isShown);
  expect(root?.dataset.page).toBe(isShown ? "instant-lesson" : undefined);
  expect(document.querySelector("template, slot")).toBeNull();
  return isShown;
}

describe("a visitor who opens the free lesson for the first time", () => {
  it("can read it when the browser blocks site data", () => {
    const blocked = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(open(`${PLAYER}?lesson=1`)).toBe(true);
    expect(blocked).toHaveBeenCalled();
    blocked.mockRestore();
  });
});

describe("nothing is shown before the app has started", () => {
  it.each([
    ["the whole course", PLAYER],
    ["another lesson", `${PLAYER}?lesson=2`],
    ["another step", `${PLAYER}?lesson=1&step=2`],
    ["a heading, which may be in any step", `${PLAYER}?lesson=1#s-later`],
  ])("at the address of %s", (_, address) => {
    expect(open(address)).toBe(false);
  });

  it("if this browser remembers that a learner is signed in", () => {
    writeIdentityHint(LEARNER);
    expect(open(`${PLAYER}?lesson=1`)).toBe(false);
  });

  it("without a connection, because the lesson may not be on this device", () => {
    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(open(`${PLAYER}?lesson=1`)).toBe(false);
    isOnline.mockRestore();
  });
});
