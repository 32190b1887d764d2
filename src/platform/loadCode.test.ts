// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const reload = vi.fn();
/**
 * The listeners that this test's page adds. Those of other tests' pages stay on the window, which all test files in a
 * worker share.
 */
const listeners: [type: string, listener: (event: Event) => void][] = [];
const dispatch = (event: Event) => {
  for (const [type, listener] of listeners) if (type === event.type) listener(event);
};
const failed = () => dispatch(new Event("vite:preloadError"));
const leave = () => dispatch(new Event("pagehide"));
const later = () => vi.advanceTimersByTime(60_000);
const restore = (persisted = true) => dispatch(Object.assign(new Event("pageshow"), { persisted }));

/** Imports a new instance of the module, as a new page would: its counts and times start when it is loaded. */
const openPage = () => import("./loadCode.ts");

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["performance"] });
  reload.mockReset();
  listeners.length = 0;
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("addEventListener", (...added: (typeof listeners)[number]) => listeners.push(added));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that is restored from the back/forward cache while its code is loading reloads", async () => {
  const { loadCode } = await openPage();
  void loadCode(() => new Promise(() => undefined));
  leave();
  restore();
  expect(reload).toHaveBeenCalledOnce();
});

test("a page that is restored from the back/forward cache with all its code does not reload", async () => {
  const { loadCode } = await openPage();
  await loadCode(async () => "code");
  await expect(loadCode(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  leave();
  restore();
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ["just before the user left it", [failed, leave, later, restore]],
  ["after the user left it", [leave, failed, later, restore]],
  ["after it was restored", [leave, later, restore, failed]],
])("a restored page reloads if an import failed %s", async (_when, events) => {
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

test("a page that is loaded normally does not reload while its code is loading", async () => {
  const { loadCode } = await openPage();
  void loadCode(() => new Promise(() => undefined));
  restore(false);
  expect(reload).not.toHaveBeenCalled();
});
