// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { renderHook, waitFor } from "@testing-library/react";
import { Dexie } from "dexie";
import { beforeEach, expect, test, vi } from "vitest";
import { useCourseProgress, useLesson, useQueue } from "../../db/live.ts";
import { forgetIdentity, storeIdentity } from "../../db/store/active.ts";
import { deviceDb } from "../../db/store/deviceDb.ts";
import { readIdentityHint } from "../../db/store/identityHint.ts";
import { connectLearnerDb, learnerDb } from "../../db/store/learnerDb.ts";
import { notedRemovals, noteRemoval } from "../../db/store/removals.ts";
import { useEnrollment } from "../../db/study/enrollment.ts";
import { completeLesson } from "../../db/synced/progress.ts";
import { requireUserId } from "../../domain/ids.ts";
import { AuthProvider, useAuth } from "./auth.tsx";

const someone = () => ({
  userId: requireUserId(randomUUID()),
  email: "ada@example.com",
  mustChangePassword: false,
});

beforeEach(async () => {
  await forgetIdentity();
  localStorage.clear();
});

test("using the auth state outside its provider throws the specified message (S-072)", () => {
  expect(() => renderHook(() => useAuth())).toThrow("useAuth must be used within an AuthProvider");
});

test("the stored identity is enough to sign a learner in, and signing out works offline (S-053)", async () => {
  const identity = someone();
  await storeIdentity(identity);
  const { result } = renderHook(() => useAuth(), { wrapper: AuthProvider });
  await waitFor(() => expect(result.current.state).toEqual({ status: "signedIn", identity }));

  await completeLesson("1");
  expect(await result.current.unsyncedCount()).toBe(2);
  localStorage.setItem("sb-academy-auth-token", "anything");
  await result.current.signOut();
  await waitFor(() => expect(result.current.state).toEqual({ status: "signedOut" }));
  expect(localStorage.getItem("sb-academy-auth-token")).toBeNull();
  expect(await connectLearnerDb(identity.userId).rows.orderBy("unsent.since").count()).toBe(3);
});

test("signing out can remove all of the learner's data from a shared computer", async () => {
  const identity = someone();
  await storeIdentity(identity);
  const { result } = renderHook(() => useAuth(), { wrapper: AuthProvider });
  await completeLesson("1");
  localStorage.setItem("academy-order-claim", "key");
  sessionStorage.setItem("academy-checkout", "what was typed");
  await result.current.signOut({ removeData: true });
  expect(await connectLearnerDb(identity.userId).rows.count()).toBe(0);
  expect(Object.keys({ ...localStorage, ...sessionStorage })).toEqual([]);
});

test("screens follow the stored identity and never show one learner's data to the next learner", async () => {
  await storeIdentity(someone());
  await completeLesson("1");
  const { result } = renderHook(() => ({
    progress: useCourseProgress(),
    queue: useQueue(),
    enrollment: useEnrollment(),
    lesson: useLesson("1"),
  }));
  expect(result.current.progress.status).toBe("loading");
  await waitFor(() => expect(result.current.progress).toMatchObject({ status: "ready", completedCount: 1 }));
  await waitFor(() => expect(result.current.queue).toMatchObject({ pending: 2, parked: 0 }));
  expect(result.current.enrollment).toEqual({ status: "unknown" });
  expect(result.current.lesson).toEqual({ status: "missing" });

  const seen: number[] = [];
  const second = renderHook(() => {
    const progress = useCourseProgress();
    if (progress.status === "ready") seen.push(progress.completedCount);
    return progress;
  });
  await waitFor(() => expect(second.result.current.status).toBe("ready"));
  seen.length = 0;
  await storeIdentity(someone());
  await waitFor(() => expect(second.result.current).toMatchObject({ status: "ready", completedCount: 0 }));
  expect(seen.filter((count) => count > 0)).toEqual([]);
});

test("an action whose code could not be loaded works when it is tried again", async () => {
  vi.resetModules();
  let isLost = true;
  vi.doMock("../../db/store/active.ts", (importOriginal) => {
    if (!isLost) return importOriginal();
    isLost = false;
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const { followIdentity } = await import("./authStore.ts");
  await expect(followIdentity()).rejects.toThrow();
  await followIdentity();
  vi.doUnmock("../../db/store/active.ts");
});

test("a signed-out device whose code could not be loaded is asked again when the network returns", async () => {
  await deviceDb().open();
  localStorage.clear();
  vi.resetModules();
  let isLost = true;
  vi.doMock("../../db/store/active.ts", (importOriginal) => {
    if (!isLost) return importOriginal();
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const { authState, subscribeAuth } = await import("./authStore.ts");
  const unsubscribe = subscribeAuth(() => undefined);
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(authState()).toEqual({ status: "loading" });
  isLost = false;
  dispatchEvent(new Event("online"));
  await waitFor(() => expect(authState()).toEqual({ status: "signedOut" }));
  unsubscribe();
  warned.mockRestore();
  vi.doUnmock("../../db/store/active.ts");
});

test("the next page finishes an interrupted sign-out and keeps the learner's data", async () => {
  const identity = someone();
  await learnerDb(identity.userId).open();
  await storeIdentity(identity);
  noteRemoval(identity.userId, "identity");
  vi.resetModules();
  const { authState, followIdentity } = await import("./authStore.ts");
  await followIdentity();
  expect(authState()).toEqual({ status: "signedOut" });
  await waitFor(() => expect(notedRemovals("identity")).toEqual([]));
  expect(await deviceDb().identity.count()).toBe(0);
  expect((await Dexie.getDatabaseNames()).filter((name) => name.includes(identity.userId))).toHaveLength(1);
});

test("data is not removed before the learner's identity is, so that no later page shows the learner", async () => {
  const identity = someone();
  await learnerDb(identity.userId).open();
  await storeIdentity(identity);
  noteRemoval(identity.userId, "identity");
  noteRemoval(identity.userId, "data");
  vi.resetModules();
  const { deviceDb: nextDeviceDb } = await import("../../db/store/deviceDb.ts");
  const full = vi
    .spyOn(nextDeviceDb().identity, "delete")
    .mockRejectedValue(new DOMException("", "QuotaExceededError"));
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const { authState, followIdentity } = await import("./authStore.ts");
  await followIdentity();
  await waitFor(() =>
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("finished"), expect.anything()),
  );
  expect(authState()).toEqual({ status: "signedOut" });
  expect(notedRemovals("identity")).toEqual([identity.userId]);
  expect(notedRemovals("data")).toEqual([identity.userId]);
  full.mockRestore();
  warned.mockRestore();
});

test("the next page finishes an interrupted removal and never shows the learner as signed in", async () => {
  const identity = someone();
  const { userId } = identity;
  await learnerDb(userId).open();
  await storeIdentity(identity);
  noteRemoval(userId, "identity");
  noteRemoval(userId, "data");
  vi.resetModules();
  const { authState, followIdentity, subscribeAuth } = await import("./authStore.ts");
  const seen: string[] = [];
  subscribeAuth(() => seen.push(authState().status));
  await followIdentity();
  expect(seen).not.toContain("signedIn");
  expect(seen.at(-1)).toBe("signedOut");
  await waitFor(async () => {
    expect(readIdentityHint()).toBeNull();
    expect(notedRemovals("identity")).toEqual([]);
    expect(notedRemovals("data")).toEqual([]);
    expect((await Dexie.getDatabaseNames()).filter((name) => name.includes(userId))).toEqual([]);
  });
});
