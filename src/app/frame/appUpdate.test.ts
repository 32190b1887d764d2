// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

class FakeWorker extends EventTarget {
  readonly messages: unknown[] = [];
  postMessage(message: unknown) {
    this.messages.push(message);
  }
}
class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  async update() {}

  /** Simulates the browser finding and installing a new version. */
  install(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
    this.installing = null;
    this.waiting = worker;
    worker.dispatchEvent(new Event("statechange"));
    return worker;
  }
}
class FakeContainer extends EventTarget {
  controller: FakeWorker | null = new FakeWorker();
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(async () => this.registration);
}

let container: FakeContainer;
let page: typeof import("./appUpdate.ts");

beforeEach(async () => {
  container = new FakeContainer();
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container });
  vi.resetModules();
  page = await import("./appUpdate.ts");
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.useRealTimers();
});

async function follow() {
  const seen: string[] = [];
  const stop = page.subscribeToAppUpdate(() => seen.push(page.appUpdate()));
  await container.register.mock.results[0]?.value;
  return { seen, stop };
}

test("the service worker is registered only once, even if the update prompt is shown again", async () => {
  const { stop } = await follow();
  stop();
  await follow();
  expect(container.register).toHaveBeenCalledExactlyOnceWith("/sw.js");
});

test("no new version is offered on a first visit, which has no controller", async () => {
  container.controller = null;
  const { seen } = await follow();
  container.registration.install();
  expect(page.appUpdate()).toBe("none");
  expect(seen).toEqual([]);
});

test("a new version is offered whether it was already waiting or is installed later (S-116)", async () => {
  const { seen } = await follow();
  container.registration.install();
  expect(seen).toEqual(["waiting"]);

  vi.resetModules();
  page = await import("./appUpdate.ts");
  expect((await follow()).seen).toEqual(["waiting"]);
});

test("accepting an update sends SKIP_WAITING to the waiting worker and reloads once it has taken over", async () => {
  vi.useFakeTimers();
  await follow();
  const worker = container.registration.install();
  const reload = vi.fn();
  page.acceptAppUpdate(reload);
  expect(worker.messages).toEqual([{ type: "SKIP_WAITING" }]);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event("controllerchange"));
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test("accepting an update reloads the page even if the worker never takes over or is no longer waiting", async () => {
  vi.useFakeTimers();
  await follow();
  container.registration.install();
  const reload = vi.fn();
  page.acceptAppUpdate(reload);
  vi.advanceTimersByTime(4_000);
  expect(reload).toHaveBeenCalledOnce();

  container.registration.waiting = null;
  page.acceptAppUpdate(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a version that another tab has accepted is offered here and never loaded without consent", async () => {
  const { seen } = await follow();
  container.registration.install();
  container.registration.waiting = null;
  container.dispatchEvent(new Event("controllerchange"));
  expect(seen).toEqual(["waiting", "active"]);
  const reload = vi.fn();
  page.acceptAppUpdate(reload);
  expect(reload).toHaveBeenCalledOnce();
});

test("no update is offered in a browser that rejects service workers, and a warning is logged", async () => {
  container.register.mockRejectedValue(new DOMException("The operation is insecure.", "SecurityError"));
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  page.subscribeToAppUpdate(() => undefined);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(page.appUpdate()).toBe("none");
  warn.mockRestore();
});

test("no update is offered in a browser without service workers, and nothing is logged", async () => {
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: undefined });
  const warn = vi.spyOn(console, "warn");
  page.subscribeToAppUpdate(() => undefined);
  await Promise.resolve();
  expect(page.appUpdate()).toBe("none");
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
