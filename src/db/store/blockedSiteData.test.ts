// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import { Dexie } from "dexie";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import type { LessonEntry } from "./rows.ts";

/** Throws the error that Firefox throws if cookies and site data are blocked for a site. */
const refuse = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};
const kept = {
  indexedDB: Dexie.dependencies.indexedDB,
  local: Object.getOwnPropertyDescriptor(globalThis, "localStorage"),
  tab: Object.getOwnPropertyDescriptor(globalThis, "sessionStorage"),
};

beforeAll(() => {
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { configurable: true, get: refuse });
  Dexie.dependencies.indexedDB = { open: refuse, databases: refuse } as unknown as IDBFactory; // These are the only methods called.
  vi.resetModules();
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterAll(() => {
  if (kept.local) Object.defineProperty(globalThis, "localStorage", kept.local);
  if (kept.tab) Object.defineProperty(globalThis, "sessionStorage", kept.tab);
  Dexie.dependencies.indexedDB = kept.indexedDB;
  vi.mocked(console.info).mockRestore();
  vi.mocked(console.warn).mockRestore();
  vi.resetModules();
});

const ENTRY: LessonEntry = {
  lessonId: "1",
  version: 1,
  hash: "0".repeat(64),
  bytes: 1,
  isPreview: true,
  pack: lessonPack("1"),
};

test("the free lesson can be read if site data is blocked, because the page keeps it in memory", async () => {
  const { useLesson } = await import("../live.ts");
  const { putLesson } = await import("../lessons/lessonStore.ts");
  const { visitorLessons } = await import("../lessons/visitorLessons.ts");
  const { result } = renderHook(() => useLesson("1"));
  await waitFor(() => expect(result.current.status).toBe("missing"));
  await putLesson(await visitorLessons(), ENTRY);
  await waitFor(() => expect(result.current).toMatchObject({ status: "ready", pack: ENTRY.pack }));
});

test("the free lesson can be read in a browser without IndexedDB", async () => {
  Reflect.deleteProperty(Dexie.dependencies, "indexedDB");
  const { useLesson, useCourseProgress } = await import("../live.ts");
  const { result } = renderHook(() => ({ lesson: useLesson("1"), progress: useCourseProgress() }));
  await waitFor(() => expect(result.current.lesson).toMatchObject({ status: "ready", pack: ENTRY.pack }));
  expect(result.current.progress).toMatchObject({ status: "ready", completedCount: 0 });
});

test("the store is reported as unavailable if site data is blocked", async () => {
  const { storeTrouble } = await import("./storeTrouble.ts");
  expect(storeTrouble()).toBe("unavailable");
});

test("signing in with site data blocked fails with instructions and without a request to the server", async () => {
  const { signIn } = await import("../../platform/session/authActions.ts");
  const asked = vi.spyOn(globalThis, "fetch");
  const answer = await signIn("ada@example.org", "a-password-of-my-own");
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
  expect(answer).toEqual({
    ok: false,
    message:
      "This browser does not let the academy keep your work on this device. Allow site data for this site, then sign in again.",
  });
});

test("the checkout works without saving drafts, discount codes or claims if site data is blocked", async () => {
  const { tabStore } = await import("./localStore.ts");
  const draft = await import("../../features/checkout/draft.ts");
  const code = await import("../../features/checkout/discount/appliedCode.ts");
  const claim = await import("../../features/checkout/order/claim.ts");
  draft.saveDraft(tabStore(), { email: "ada@example.org" });
  expect(draft.loadDraft(tabStore())).toBeNull();
  code.saveAppliedCode(tabStore(), "ngo", "SPRING");
  expect(code.loadAppliedCode(tabStore(), "ngo")).toBeNull();
  claim.rememberClaim({ sessionId: "cs_1", token: "t" });
  expect(claim.claimTokenOf("cs_1")).toBeNull();
});
