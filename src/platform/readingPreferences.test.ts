// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { choosePreferences, shownPreferences } from "./readingPreferences.ts";
import { applyStoredReading } from "./storedReading.ts";

const html = document.documentElement;
const NOTHING_CHOSEN = { theme: "system", textSize: "normal", lineLength: "normal" } as const;
const BY_SYSTEM = ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];

/** A page as it arrives. */
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

test("a reader who chose nothing gets the page as it is, in the theme of the device", () => {
  expect({ ...html.dataset }).toEqual({});
  expect(browserColours()).toEqual(BY_SYSTEM);
  expect(shownPreferences()).toEqual(NOTHING_CHOSEN);
});

test("a reader finds on the next page what they chose, and can go back to what the device says", () => {
  choosePreferences({ theme: "dark", textSize: "larger", lineLength: "normal" });
  load();
  expect({ ...html.dataset }).toEqual({ theme: "dark", textSize: "larger" });
  expect(browserColours()).toEqual(["not all", "all"]);
  expect(shownPreferences()).toEqual({ ...NOTHING_CHOSEN, theme: "dark", textSize: "larger" });
  choosePreferences(NOTHING_CHOSEN);
  expect(browserColours()).toEqual(BY_SYSTEM);
  load();
  expect({ ...html.dataset }).toEqual({});
});

test("what something else wrote there does not break the page", () => {
  for (const text of ["{", "null", "7", '{"theme":"blue","textSize":3}']) {
    localStorage.setItem("academy-reading", text);
    load();
    expect(shownPreferences()).toEqual(NOTHING_CHOSEN);
  }
});
