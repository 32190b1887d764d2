import { readFileSync } from "node:fs";
import bcd from "@mdn/browser-compat-data";
import { expect, test } from "vitest";
import { OLDEST_BROWSERS } from "../../src/domain/oldestBrowsers.ts";
import { addedIn, isOlder } from "../../tools/checks/browserApis.ts";
import config from "../../vite.config.ts";

const { chrome, edge, firefox, safari } = OLDEST_BROWSERS;

test("the build targets the oldest supported browsers", () => {
  expect(config.build?.target).toEqual([
    `chrome${chrome}`,
    `edge${edge}`,
    `firefox${firefox}`,
    `safari${safari}`,
  ]);
});

test("the README and the accessibility statement name the oldest supported browsers", () => {
  expect(chrome).toBe(edge);
  for (const place of ["README.md", "content/legal/accessibility.md"]) {
    const text = readFileSync(place, "utf8").replace(/\s+/g, " ");
    expect(text, place).toContain(
      `Chrome and Edge from version ${chrome}, Firefox from ${firefox} and Safari from ${safari} (on iPhone and iPad: iOS and iPadOS ${safari})`,
    );
  }
});

test("the check at the start accepts the oldest supported browsers and recognises every older one", () => {
  const { AbortSignal, CSSPropertyRule, HTMLDialogElement, HTMLScriptElement, indexedDB } = bcd.api;
  const checked = [
    HTMLScriptElement?.noModule,
    indexedDB,
    HTMLDialogElement?.showModal,
    bcd.javascript.builtins?.Array?.toSorted,
    bcd.css.types?.color?.["color-mix"],
    CSSPropertyRule,
  ].map((each) => each?.__compat);
  // Incomplete before Chrome 124, which the check cannot see and the app does not need.
  expect(AbortSignal?.timeout_static?.__compat?.support.safari).toMatchObject({ version_added: "16" });
  for (const [browser, oldest] of Object.entries(OLDEST_BROWSERS)) {
    const since = checked.map((each) => (each ? addedIn(each, browser) : null));
    expect(since, browser).not.toContain(null);
    const newest = since.reduce((one, other) => (isOlder(one ?? "", other ?? "") ? other : one));
    expect(newest, browser).toBe(oldest);
  }
});
