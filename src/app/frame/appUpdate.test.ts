// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stopListeningAfterEach } from "../../../tests/support/screens/pageListeners.ts";

const SCRIPT = new URL("/sw.js", location.href).href;

class FakeWorker extends EventTarget {
  readonly scriptURL = SCRIPT;
  readonly messages: unknown[] = [];
  state = "installing";
  postMessage(message: unknown) {
    this.messages.push(message);
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}
class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  readonly update = vi.fn(async () => undefined);

  /** Simulates the browser finding a new version. */
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event("updatefound"));
    return this.installing;
  }
  /** Simulates the browser finding and installing a new version. */
  install(): FakeWorker {
    const worker = this.installing ?? this.find();
    this.installing = null;
    this.waiting = worker;
    worker.become("installed");
    return worker;
  }
}
class FakeContainer extends EventTarget {
  controller: FakeWorker | null = new FakeWorker();
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(async () => this.registration);

  takeOver(worker: FakeWorker | null): void {
    this.registration.waiting = null;
    this.controller = worker;
    this.dispatchEvent(new Event("controllerchange"));
  }
}

let container: FakeContainer;
let page: typeof import("./appUpdate.ts");

stopListeningAfterEach();

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
  await vi.waitFor(() => expect(container.register).toHaveBeenCalled());
  await container.register.mock.results[0]?.value;
  await Promise.resolve();
  return { seen, stop };
}
const offered = (state: string) => vi.waitFor(() => expect(page.appUpdate()).toBe(state));

test("a new version is offered whether it is installed later or was already waiting (S-116)", async () => {
  await follow();
  container.registration.install();
  await offered("waiting");

  vi.resetModules();
  page = await import("./appUpdate.ts");
  await follow();
  await offered("waiting");
});

test("a version that another tab had begun to install is offered once it is installed", async () => {
  container.registration.installing = new FakeWorker();
  await follow();
  container.registration.install();
  await offered("waiting");
});

test("a version that could not be installed is not offered, and a later one is found by the next check", async () => {
  vi.useFakeTimers();
  const { seen } = await follow();
  for (const attempt of ["the page's own", "the browser's"]) {
    const worker = container.registration.find();
    container.registration.installing = null;
    worker.become("redundant");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen, attempt).toEqual([]);
  }
  container.registration.install();
  await vi.advanceTimersByTimeAsync(16 * 60_000);
  expect(seen).toEqual(["waiting"]);
});

test("a page that stays open checks for a new version every hour while it is visible", async () => {
  vi.useFakeTimers();
  await follow();
  await vi.advanceTimersByTimeAsync(50 * 60_000);
  expect(container.registration.update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(container.registration.update).toHaveBeenCalledOnce();
});

test("accepting an update reloads the page even if the worker never takes over or is no longer waiting", async () => {
  vi.useFakeTimers();
  await follow();
  container.registration.install();
  await vi.advanceTimersByTimeAsync(1_000);
  const reload = vi.fn();
  page.acceptAppUpdate(reload);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).toHaveBeenCalledOnce();

  container.registration.waiting = null;
  page.acceptAppUpdate(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a version that another tab has accepted is offered here and never loaded without consent", async () => {
  const { seen } = await follow();
  const worker = container.registration.install();
  await offered("waiting");
  container.takeOver(worker);
  expect(seen).toEqual(["waiting", "active"]);
  const reload = vi.fn();
  page.acceptAppUpdate(reload);
  expect(reload).toHaveBeenCalledOnce();
});

test("a version that another tab accepts while this page registers the worker is offered here", async () => {
  const registered = Promise.withResolvers<FakeRegistration>();
  container.register.mockReturnValue(registered.promise);
  page.subscribeToAppUpdate(() => undefined);
  container.takeOver(new FakeWorker());
  registered.resolve(container.registration);
  await offered("active");
});

test("no update is offered when the browser removes the worker of an open page", async () => {
  const { seen } = await follow();
  container.takeOver(null);
  expect(seen).toEqual([]);
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
