import { expect, test } from "vitest";
import { isWaiting } from "./SyncBadge.tsx";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const FACTS = { phase: "idle", pending: 0, parked: 0, oldestAt: null } as const;

test.each([
  ["no sync badge without unsent changes", {}, false],
  [
    "no sync badge for a change made in the last ten seconds",
    { pending: 1, oldestAt: "2026-11-21T11:59:58.000Z" },
    false,
  ],
  [
    "a sync badge for a change that is still unsent after ten seconds",
    { pending: 1, oldestAt: "2026-11-21T11:59:48.000Z" },
    true,
  ],
  [
    "a sync badge for any change while offline",
    { phase: "offline", pending: 1, oldestAt: "2026-11-21T11:59:59.000Z" },
    true,
  ],
  ["no sync badge while offline without unsent changes", { phase: "offline" }, false],
  ["a sync badge for parked changes", { parked: 1, oldestAt: "2026-11-21T11:59:59.000Z" }, true],
] as const)("the header shows %s", (_, facts, expected) => {
  expect(isWaiting({ ...FACTS, ...facts }, NOW)).toBe(expected);
});
