// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { choosePreferences, shownPreferences } from "./readingPreferences.ts";
import { applyStoredReading } from "./storedReading.ts";

const html = document.documentElement;
const NOTHING_CHOSEN = {
  theme: "system",
  textSize: "normal",
  lineLength: "normal",
  lessonView: "steps",
  quizView: "auto",
} as const;
const BY_SYSTEM = ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];

/** Simulates a page load. */
function load(): void {
  for (const name of Object.keys(html.dataset)) delete html.dataset[name];
  document.head.innerHTML = BY_SYSTEM.map((media) => `<meta name="theme-color" media="${media}" />`).join("");
  applyStoredReading();
}
const browserColours = () => [...document.querySelectorAll("meta")].map((meta) => meta.getAttribute("media"));

beforeEach(() => {
  localStorage.clear();
  load();
});

test("reading preferences still apply after a page load and can be reset to the device's settings", () => {
  choosePreferences({
    ...NOTHING_CHOSEN,
    theme: "dark",
    textSize: "larger",
    lessonView: "whole",
    quizView: "all",
  });
  load();
  expect({ ...html.dataset }).toEqual({
    theme: "dark",
    textSize: "larger",
    lessonView: "whole",
    quizView: "all",
  });
  expect(browserColours()).toEqual(["not all", "all"]);
  expect(shownPreferences()).toEqual({
    ...NOTHING_CHOSEN,
    theme: "dark",
    textSize: "larger",
    lessonView: "whole",
    quizView: "all",
  });
  choosePreferences(NOTHING_CHOSEN);
  expect(browserColours()).toEqual(BY_SYSTEM);
  load();
  expect({ ...html.dataset }).toEqual({});
});

test("an invalid stored reading preference does not break the page", () => {
  for (const text of ["{", "null", "7", '{"theme":"blue","textSize":3}']) {
    localStorage.setItem("academy-reading", text);
    load();
    expect(shownPreferences()).toEqual(NOTHING_CHOSEN);
  }
});
