import { vi } from "vitest";

// Files of one worker share the packages, which take long to load, and not our own modules: these may remember what the
// file before them had started.
vi.resetModules();
