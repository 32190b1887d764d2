// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const reload = vi.fn();
const failed = () => window.dispatchEvent(new Event("vite:preloadError"));
const leave = () => window.dispatchEvent(new Event("pagehide"));
const later = () => vi.advanceTimersByTime(60_000);
const restore = (persisted = true) =>
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

/** A page of its own: the module counts since it was loaded. */
const openPage = () => import("./loadCode.ts");
const listening: [string, EventListenerOrEventListenerObject][] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["performance"] });
  reload.mockReset();
  vi.stubGlobal("location", { reload });
  const add = window.addEventListener;
  vi.stubGlobal("addEventListener", (type: string, listener: EventListener) => {
    listening.push([type, listener]);
    add.call(window, type, listener);
  });
});
afterEach(() => {
  for (const [type, listener] of listening.splice(0)) window.removeEventListener(type, listener);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page restored while its code is still loading reloads", async () => {
  const { loadCode } = await openPage();
  void loadCode(() => new Promise(() => undefined));
  leave();
  restore();
  expect(reload).toHaveBeenCalledOnce();
});

test("a page restored with all its code does not reload", async () => {
  const { loadCode } = await openPage();
  await loadCode(async () => "code");
  await expect(loadCode(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  leave();
  restore();
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ["just before it was left", [failed, leave, later, restore]],
  ["after it was left", [leave, failed, later, restore]],
  ["once it is restored", [leave, later, restore, failed]],
])("a page whose import fails %s reloads", async (_when, events) => {
  await openPage();
  for (const happen of events) happen();
  expect(reload).toHaveBeenCalledOnce();
});

test("an import that failed long before or after does not reload a restored page", async () => {
  await openPage();
  failed();
  vi.advanceTimersByTime(10_000);
  leave();
  restore();
  vi.advanceTimersByTime(10_000);
  failed();
  expect(reload).not.toHaveBeenCalled();
});

test("a page that is shown for the first time never reloads", async () => {
  const { loadCode } = await openPage();
  void loadCode(() => new Promise(() => undefined));
  restore(false);
  expect(reload).not.toHaveBeenCalled();
});
