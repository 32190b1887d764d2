import "fake-indexeddb/auto";
import { afterAll, vi } from "vitest";

// Before any package: Dexie looks for IndexedDB once, when the first file of the worker loads it.
// The files of one worker share the packages, which take long to load, and nothing else: our own modules may remember
// what the file before them had started, and the processes that a test starts inherit the environment.
vi.resetModules();
const before = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
