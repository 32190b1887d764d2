import { expect, test } from "vitest";
import { isWaiting } from "./isWaiting.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const FACTS = { phase: "idle", pending: 0, parked: 0, oldestAt: null } as const;

test.each([
  ["nothing waits", {}, false],
  [
    "an answer of this moment is not worth a word",
    { pending: 1, oldestAt: "2026-11-21T11:59:58.000Z" },
    false,
  ],
  ["one that is not gone after ten seconds is", { pending: 1, oldestAt: "2026-11-21T11:59:48.000Z" }, true],
  ["offline every change is", { phase: "offline", pending: 1, oldestAt: "2026-11-21T11:59:59.000Z" }, true],
  ["offline with nothing to send there is nothing to say", { phase: "offline" }, false],
  ["work that was set aside always is", { parked: 1, oldestAt: "2026-11-21T11:59:59.000Z" }, true],
] as const)("%s", (_, facts, expected) => {
  expect(isWaiting({ ...FACTS, ...facts }, NOW)).toBe(expected);
});
