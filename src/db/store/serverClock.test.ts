import { expect, test, vi } from "vitest";
import { makeServerClock } from "./serverClock.ts";

const SERVER_MS = Date.UTC(2026, 10, 28);
const HOUR_MS = 3_600_000;

test("a device keeps the server's time on a page that can store nothing", () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const full = {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const clock = makeServerClock({ now: () => SERVER_MS - HOUR_MS, elapsed: () => 0 }, () => full);
  clock.note({ time: SERVER_MS, limit: SERVER_MS + 60_000 }, 10);
  warned.mockRestore();
  expect(clock.now()).toBe(SERVER_MS);
});

test("a clock that is set back is never before the time of the last reply", () => {
  let deviceMs = SERVER_MS;
  const clock = makeServerClock({ now: () => deviceMs, elapsed: () => 0 }, () => null);
  clock.note({ time: SERVER_MS, limit: SERVER_MS + 60_000 }, 10);
  deviceMs = Date.UTC(2020, 0, 1);
  expect(clock.now()).toBe(SERVER_MS);
});

test("the limit of stamps advances with the time since the reply, and does not exist before one", () => {
  let elapsedMs = 5_000;
  const clock = makeServerClock({ now: () => SERVER_MS, elapsed: () => elapsedMs }, () => null);
  expect(clock.limit()).toBe(Number.POSITIVE_INFINITY);
  clock.note({ time: SERVER_MS, limit: SERVER_MS + 60_000 }, 10);
  elapsedMs += HOUR_MS;
  expect(clock.limit()).toBe(SERVER_MS + 60_000 + HOUR_MS);
});
