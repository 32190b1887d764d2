import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OLDEST_BROWSERS } from "../../src/domain/oldestBrowsers.ts";
import { filesBelow } from "../fingerprint.ts";
import { newerApis } from "./browserApis.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const { chrome, edge, firefox, safari } = OLDEST_BROWSERS;
const OLDEST = { chrome, chrome_android: chrome, edge, firefox, safari, safari_ios: safari };

/** What the code uses although an oldest browser lacks it, in which files, and why that is safe. */
const GUARDED: Record<string, { files: RegExp; why: string }> = {
  "AbortSignal.any": { files: /anySignal/, why: "signals are combined by hand without it" },
  "AbortSignal.timeout": {
    files: /./,
    why: "until Chrome 124 its reason is an AbortError, and nothing reads the reason",
  },
  "HTMLElement.popover": { files: /confetti/, why: "only in browsers with showPopover" },
  "HTMLElement.showPopover": {
    files: /ToastRegion|confetti/,
    why: "without it, both are below open dialogs",
  },
  "HTMLElement.hidePopover": { files: /ToastRegion|confetti/, why: "only in browsers with showPopover" },
  Highlight: {
    files: /highlights\.ts|useReader/,
    why: "without it, notes are only listed, and only the passage read aloud is marked",
  },
  "NotificationEvent.action": { files: /sw\.ts/, why: "only browsers with notifications send the event" },
  "NotificationEvent.notification": {
    files: /sw\.ts/,
    why: "only browsers with notifications send the event",
  },
  "StorageManager.estimate": {
    files: /deviceStorage|browserPorts/,
    why: "the free space is unknown without it",
  },
  requestIdleCallback: { files: /layOutAhead/, why: "Safari has none, and pauses instead" },
  Touch: { files: /useStepGestures/, why: "a browser without touch events sends none" },
  TouchEvent: { files: /useStepGestures/, why: "a browser without touch events sends none" },
  "TouchEvent.changedTouches": { files: /useStepGestures/, why: "a browser without touch events sends none" },
  "TouchEvent.touches": { files: /useStepGestures/, why: "a browser without touch events sends none" },
  "TouchList.length": { files: /useStepGestures/, why: "a browser without touch events sends none" },
  "Touch.clientX": { files: /useStepGestures/, why: "a browser without touch events sends none" },
  "Touch.clientY": { files: /useStepGestures/, why: "a browser without touch events sends none" },
};

/** Reading the types of the whole project takes ten seconds, and minutes on a busy machine. */
const TYPE_CHECK_TIMEOUT_MS = 300_000;

test("the code uses no interface of the browser that an oldest supported browser lacks, except where it is guarded", {
  timeout: TYPE_CHECK_TIMEOUT_MS,
}, () => {
  const found = ["tsconfig.app.json", "tsconfig.sw.json"].flatMap((config) =>
    newerApis(join(ROOT, config), OLDEST),
  );
  const unguarded = found.filter(({ api, file }) => !GUARDED[api]?.files.test(file));
  expect(unguarded).toEqual([]);
  const unused = Object.keys(GUARDED).filter((api) => !found.some((each) => each.api === api));
  expect(unused, "no longer used").toEqual([]);
});

/** The first formatter of Intl on a page takes 70 ms on a slow phone (src/domain/once.ts). */
test("no module makes a formatter of Intl when it is loaded", () => {
  const eager = filesBelow(join(ROOT, "src")).filter(
    (file) => /\.tsx?$/.test(file) && /^(?:export )?const \w+ = new Intl\./m.test(readFileSync(file, "utf8")),
  );
  expect(eager).toEqual([]);
});
