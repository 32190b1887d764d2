// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stopListeningAfterEach } from "../../../tests/support/screens/pageListeners.ts";

/** A worker that is installed and waits, and one that the page runs with. */
const worker = () => Object.assign(new EventTarget(), { scriptURL: new URL("/sw.js", location.href).href });
const registration = Object.assign(new EventTarget(), { waiting: worker(), update: async () => undefined });
const container = Object.assign(new EventTarget(), {
  controller: worker(),
  register: async () => registration,
});

let report: ReturnType<typeof vi.spyOn>;
let reports: boolean;
let answers: () => Promise<Response>;
const asked = vi.fn((_url: string) => answers());
/** Not those of anything that a test of another file has left running. */
const probes = () => asked.mock.calls.filter(([url]) => url === "/sw.js");

stopListeningAfterEach();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container });
  report = vi.spyOn(navigator, "onLine", "get").mockImplementation(() => reports);
  vi.stubGlobal("fetch", asked);
  asked.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  report.mockRestore();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

async function open(): Promise<void> {
  const { UpdatePrompt } = await import("./UpdatePrompt.tsx");
  render(<UpdatePrompt />);
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const isOffered = () => screen.queryByText("A new version is ready") !== null;
const works = async () => new Response();
const fails = () => Promise.reject(new TypeError("Failed to fetch"));

test.each([
  ["is offered when the browser reports a connection and there is one", true, works, true],
  ["is offered when the browser reports no connection although there is one", false, works, true],
  ["is not offered when the browser reports no connection and there is none", false, fails, false],
  ["is not offered when the browser reports a connection although there is none", true, fails, false],
])("an update %s (rule 18)", async (_, isReported, network, expected) => {
  [reports, answers] = [isReported, network];
  await open();
  expect(isOffered()).toBe(expected);
});

test("an update is offered within a minute after the connection has returned, also without an event", async () => {
  [reports, answers] = [false, fails];
  await open();
  answers = works;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(isOffered()).toBe(true);
  expect(probes()).toHaveLength(2);
});

test("an offered update is withdrawn when the connection is lost", async () => {
  [reports, answers] = [true, works];
  await open();
  [reports, answers] = [false, fails];
  await act(async () => dispatchEvent(new Event("offline")));
  expect(isOffered()).toBe(false);
});
