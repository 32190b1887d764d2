// Imported before any package, because Dexie looks for IndexedDB only once, when the worker's first file loads it.
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, vi } from "vitest";

// The files of one worker share the packages, which load slowly, but nothing else. Our own modules would keep the state
// of the previous file, its databases would stay open, and the processes that a test starts would inherit its
// environment.
vi.resetModules();
const indexedDB = new IDBFactory();
Object.assign(globalThis, { indexedDB });
Dexie.dependencies.indexedDB = indexedDB;
if (typeof window !== "undefined")
  for (const store of [window.localStorage, window.sessionStorage]) store.clear();
if (typeof window !== "undefined") forgetListeners(window, "visibilitychange");
const before = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

/** The auth clients of earlier files would answer this file's events. */
function forgetListeners(target: Window, type: string): void {
  const off = new AbortController();
  const add = target.addEventListener;
  target.addEventListener = (...[name, listener, options]: Parameters<typeof add>) => {
    const own = typeof options === "object" ? options : { capture: options ?? false };
    add.call(target, name, listener, name === type ? { signal: off.signal, ...own } : options);
  };
  afterAll(() => {
    off.abort();
    target.addEventListener = add;
  });
}
