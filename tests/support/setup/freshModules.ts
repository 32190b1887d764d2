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
const before = { ...process.env };
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // A screen may have begun to load a part of itself. Once the worker ends, that would fail outside of any test.
  await vi.dynamicImportSettled();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
