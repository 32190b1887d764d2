// @vitest-environment jsdom

import { randomUUID } from "node:crypto";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireUserId } from "../domain/ids.ts";
import { useLearner, useLessons, useStoreTrouble } from "./live.ts";
import { storeIdentity } from "./store/active.ts";

beforeEach(async () => {
  await storeIdentity({
    userId: requireUserId(randomUUID()),
    email: "ada@example.com",
    mustChangePassword: false,
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const useRows = (query: () => Promise<string>) => useLearner("test", query, "signed out");
const useLessonRows = (query: () => Promise<string>) => useLessons("test", query);

function Page({ query, useQuery = useRows }: { query: () => Promise<string>; useQuery?: typeof useRows }) {
  const answer = useQuery(query);
  return (
    <>
      <p>{useStoreTrouble()}</p>
      <p>{answer?.value}</p>
    </>
  );
}

/**
 * Waits until the database and its live queries are idle. They need several turns of the event loop but hardly any
 * time.
 */
const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(1);
    }
  });
const wait = async (ms: number) => {
  await settle();
  act(() => vi.advanceTimersByTime(ms));
};

test.each([
  ["rows", useRows],
  ["lessons", useLessonRows],
])(
  "a store that takes longer than five seconds for %s is reported as not responding until it responds",
  async (_, useQuery) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    render(<Page query={() => promise} useQuery={useQuery} />);
    await wait(4_800);
    screen.getByText("none");
    await wait(300);
    screen.getByText("notResponding");
    resolve("the lesson");
    await settle();
    screen.getByText("the lesson");
    screen.getByText("none");
  },
);

test("a store that has responded is never reported as not responding", async () => {
  render(<Page query={async () => "the lesson"} />);
  await settle();
  screen.getByText("the lesson");
  await wait(60_000);
  screen.getByText("none");
});

test("a live query that was aborted because the user left the page runs again when Back restores the page", async () => {
  const pass = (name: "pagehide" | "pageshow") =>
    window.dispatchEvent(Object.assign(new Event(name), { persisted: true }));
  const first = Promise.withResolvers<string>();
  let isBack = false;
  render(<Page query={() => (isBack ? Promise.resolve("the lesson") : first.promise)} />);
  await settle();
  pass("pagehide");
  // WebKit delivers the next row of a cursor after its transaction was aborted.
  first.reject(new DOMException("Failed to execute 'continue' on 'IDBCursor'", "TransactionInactiveError"));
  await settle();
  isBack = true;
  act(() => void pass("pageshow"));
  await settle();
  screen.getByText("the lesson");
});

test("a live query throws a store error that was not caused by leaving the page", async () => {
  const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const query = () => Promise.reject(new DOMException("the disk failed", "UnknownError"));
  try {
    render(<Page query={query} />);
    await expect(settle()).rejects.toThrow("the disk failed");
  } finally {
    fault.mockClear();
  }
});
