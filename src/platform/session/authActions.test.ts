// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { Dexie } from "dexie";
import { afterEach, expect, test, vi } from "vitest";
import { activeState, storeIdentity } from "../../db/store/active.ts";
import { deviceDb } from "../../db/store/deviceDb.ts";
import { connectLearnerDb } from "../../db/store/learnerDb.ts";
import { learnerDbName } from "../../db/store/names.ts";
import { isToBeRemoved, notedRemovals, noteRemoval } from "../../db/store/removals.ts";
import { completeLesson } from "../../db/synced/progress.ts";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { signIn, signOut, signUp } from "./authActions.ts";
import { NO_DEVICE_STORAGE } from "./authMessages.ts";
import { finishRemovals } from "./removeData.ts";

const KEY = "sb-academy-auth-token";
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A token whose content nobody here checks. */
const TOKEN = [{ alg: "HS256" }, { exp: 4e9 }, "signed"]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");
const ADA = { firstName: "Ada", lastName: "Obi", email: "ada@example.com", password: "correct horse" };

test("sign-up sends the names, the address and the password to our function, and signs nobody in (S-044, S-087)", async () => {
  const asked: [url: string, body: unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    asked.push([url, JSON.parse(String(init?.body))]);
    return Response.json({ success: true });
  });
  expect(await signUp(ADA)).toEqual({ ok: true });
  expect(asked).toEqual([[`${location.origin}/functions/v1/sign-up`, ADA]]);
  expect(localStorage.getItem(KEY), "no user is signed in").toBeNull();
});

test.each<[string, () => Promise<Response>, string]>([
  [
    "says that the academy could not be reached",
    () => Promise.reject(new TypeError("Failed to fetch")),
    "An error occurred. The academy could not be reached: check your connection and try again.",
  ],
  [
    "shows the server's own message",
    async () => Response.json({ error: "Too easy to guess.", code: "weak_password" }, { status: 400 }),
    "Too easy to guess.",
  ],
  [
    "hides a response that is not from our function",
    async () => new Response("<html>", { status: 502 }),
    "An error occurred",
  ],
])("a failed sign-up %s (S-101)", async (_, answer, message) => {
  vi.stubGlobal("fetch", answer);
  expect(await signUp(ADA)).toEqual({ ok: false, message });
});

test("a password is sent in composed form (NFC), in which it was stored", async () => {
  const typed = "Cafe\u0301 ole\u0301";
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)).password);
    return Response.json(
      { error_code: "invalid_credentials", msg: "Invalid login credentials" },
      { status: 400 },
    );
  });
  const refused = { ok: false, message: "Invalid login credentials" };
  expect(await signIn(ADA.email, typed)).toEqual(refused);
  expect(sent).toEqual([typed.normalize("NFC")]);
});

test("signing in takes one request, whose session supabase-js then uses (S-087)", async () => {
  const user = { id: randomUUID(), email: "ada@example.com", app_metadata: {}, factors: [] };
  const session = {
    access_token: TOKEN,
    refresh_token: "r",
    token_type: "bearer",
    expires_in: 3600,
    // The server's clock is two hours behind.
    expires_at: Math.floor(Date.now() / 1000) - 3600,
    user,
  };
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json(session);
  });
  expect(await signIn(ADA.email, ADA.password)).toEqual({ ok: true, challenge: null });
  expect(asked).toEqual([`${location.origin}/auth/v1/token?grant_type=password`]);
  expect(activeState()).toMatchObject({
    status: "signedIn",
    identity: { userId: user.id, email: user.email },
  });
  const { supabase } = await import("./supabase.ts");
  const { data } = await supabase().auth.getSession();
  expect(data.session).toMatchObject({ access_token: TOKEN, user: { id: user.id } });
  await supabase().auth.stopAutoRefresh();
  await signOut();
});

test("signing in fails with instructions if the session cannot be stored", async () => {
  const user = { id: randomUUID(), email: "ada@example.com", app_metadata: {} };
  vi.stubGlobal("fetch", async () =>
    Response.json({ access_token: TOKEN, refresh_token: "r", expires_in: 3600, user }),
  );
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(await signIn(ADA.email, ADA.password)).toEqual({ ok: false, message: NO_DEVICE_STORAGE });
  full.mockRestore();
  expect(warned).toHaveBeenCalledWith(
    expect.stringContaining("could not be stored"),
    expect.any(DOMException),
  );
  warned.mockRestore();
  expect(activeState()).toEqual({ status: "signedOut" });
});

test.each([
  ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["fails", async () => new Response("", { status: 500 })],
])("signing out on the device succeeds even if the server %s (S-053)", async (_, answer) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return answer();
  });
  const userId = requireUserId(randomUUID());
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  const session = {
    access_token: "a",
    refresh_token: "r",
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: userId, email: "ada@example.com" },
  };
  localStorage.setItem(KEY, JSON.stringify(session));
  await signOut();
  // Not alone: what an earlier test file of this worker left running may ask for something too.
  expect(asked).toContain(`${location.origin}/auth/v1/logout?scope=local`);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(activeState()).toEqual({ status: "signedOut" });
});

const never = () => new Promise<never>(() => undefined);

/** A learner who is signed in on this device, with unsent work. */
async function learnerWithWork(): Promise<UserId> {
  const userId = requireUserId(randomUUID());
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  await completeLesson("1");
  return userId;
}

/** What this device still has of the learner: their database and keys in localStorage. */
async function leftOf(userId: UserId): Promise<string[]> {
  const names = [...(await Dexie.getDatabaseNames()), ...Object.keys(localStorage)];
  return names.filter((name) => name.includes(userId));
}

/** A connection of a suspended tab, which does not close when the database is to be deleted. */
function suspendedTab(userId: UserId): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(learnerDbName(userId));
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

test("removing a learner's data does not wait for reminders that cannot be turned off", async () => {
  const userId = await learnerWithWork();
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => ({ pushManager: { getSubscription: never } }) },
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const leaving = signOut({ removeData: true });
  await vi.waitFor(async () => expect(await leftOf(userId)).toEqual([]));
  await vi.runAllTimersAsync();
  expect(await leaving).toEqual({ isDataLeft: false });
});

test("data that a suspended tab keeps from being removed is reported, and removed at the next start", async () => {
  const userId = await learnerWithWork();
  const suspended = await suspendedTab(userId);
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const leaving = signOut({ removeData: true });
  await vi.waitFor(() => expect(warned).toHaveBeenCalledWith(expect.stringContaining("blocked")));
  await vi.runAllTimersAsync();
  expect(await leaving).toEqual({ isDataLeft: true });
  expect(await leftOf(userId)).toHaveLength(2);

  vi.useRealTimers();
  suspended.close();
  await finishRemovals();
  expect(await leftOf(userId)).toEqual([]);
  warned.mockRestore();
});

test("signing out ends although the device's database does not answer, and what was typed is removed at once", async () => {
  const userId = await learnerWithWork();
  localStorage.setItem("academy-order-claim", "an order");
  localStorage.setItem("academy-kept-result", "a passed quiz");
  const hangs = vi.spyOn(deviceDb(), "transaction").mockReturnValue(never() as never);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const leaving = signOut({ removeData: true });
  await vi.waitFor(() => expect(hangs).toHaveBeenCalled());
  expect(localStorage.getItem("academy-order-claim")).toBeNull();
  expect(localStorage.getItem("academy-kept-result")).toBeNull();
  await vi.runAllTimersAsync();
  expect(await leaving).toEqual({ isDataLeft: true });
  expect(notedRemovals("data")).toEqual([userId]);
  hangs.mockRestore();
  vi.useRealTimers();
  await finishRemovals();
});

test("a sign-out leaves a note for the next page if the device's database does not answer", async () => {
  const userId = await learnerWithWork();
  const hangs = vi.spyOn(deviceDb(), "transaction").mockReturnValue(never() as never);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const leaving = signOut();
  await vi.runAllTimersAsync();
  expect(await leaving).toEqual({ isDataLeft: false });
  expect(isToBeRemoved(userId, "identity")).toBe(true);
  expect(notedRemovals("data")).toEqual([]);
  hangs.mockRestore();
  vi.useRealTimers();
  await finishRemovals();
  expect(await deviceDb().identity.count()).toBe(0);
  expect(await leftOf(userId)).toContain(learnerDbName(userId));
});

test("signing out ends although the device's database cannot even be read", async () => {
  const userId = await learnerWithWork();
  localStorage.setItem(KEY, "a session");
  vi.resetModules();
  const { deviceDb: unreadDb } = await import("../../db/store/deviceDb.ts");
  vi.spyOn(unreadDb().identity, "get").mockReturnValue(never() as never);
  vi.spyOn(unreadDb(), "transaction").mockReturnValue(never() as never);
  const next = await import("./authActions.ts");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const leaving = next.signOut({ removeData: true });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.runAllTimersAsync();
  expect(await leaving).toEqual({ isDataLeft: true });
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(isToBeRemoved(userId, "identity")).toBe(true);
  expect(isToBeRemoved(userId, "data")).toBe(true);
  vi.useRealTimers();
  await finishRemovals();
  expect(await leftOf(userId)).toEqual([]);
});

test.each(["is signed in", "has signed out"])(
  "a sign-out that is finished late leaves new work of a learner who %s again on another page",
  async (state) => {
    const userId = await learnerWithWork();
    const { transaction } = deviceDb();
    let resume = () => {};
    const late = vi.spyOn(deviceDb(), "transaction").mockImplementation(((...parameters: never[]) =>
      new Promise<void>((resolve) => {
        resume = resolve;
      }).then(() => (transaction as (...all: never[]) => unknown).apply(deviceDb(), parameters))) as never);
    const leaving = signOut({ removeData: true });
    await vi.waitFor(() => expect(late).toHaveBeenCalled());
    late.mockRestore();
    // As another page does.
    await finishRemovals();
    await deviceDb().identity.put({ userId, email: ADA.email, mustChangePassword: false, slot: "active" });
    await connectLearnerDb(userId).open();
    const isSignedIn = state === "is signed in";
    if (!isSignedIn) await deviceDb().identity.delete("active");
    resume();
    expect(await leaving).toEqual({ isDataLeft: isSignedIn });
    expect(await deviceDb().identity.count()).toBe(isSignedIn ? 1 : 0);
    expect(await leftOf(userId)).toContain(learnerDbName(userId));
  },
);

test("a page that is shown again during a sign-out does not show the learner", async () => {
  const userId = await learnerWithWork();
  const hangs = vi.spyOn(deviceDb(), "transaction").mockReturnValue(never() as never);
  void signOut();
  await vi.waitFor(() => expect(hangs).toHaveBeenCalled());
  // The live query runs again, as when the page comes back from the back/forward cache.
  await deviceDb().identity.update("active", { email: "shown again" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(activeState()).toEqual({ status: "signedOut" });
  hangs.mockRestore();
  await finishRemovals();
  expect(notedRemovals("identity")).not.toContain(userId);
});

test("signing out without removing data leaves a removal that was asked for before", async () => {
  const userId = await learnerWithWork();
  noteRemoval(userId, "data");
  await signOut();
  expect(notedRemovals("data")).toEqual([userId]);
  await finishRemovals();
});

test("a removal is still to be finished if signing in again fails on this device", async () => {
  const userId = await learnerWithWork();
  await signOut();
  noteRemoval(userId, "identity");
  noteRemoval(userId, "data");
  const full = vi
    .spyOn(deviceDb().identity, "put")
    .mockRejectedValue(new DOMException("", "QuotaExceededError"));
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const user = { id: userId, email: ADA.email, app_metadata: {}, factors: [] };
  const session = { access_token: TOKEN, refresh_token: "r", token_type: "bearer", expires_in: 3600, user };
  vi.stubGlobal("fetch", async () => Response.json(session));
  expect(await signIn(ADA.email, ADA.password)).toMatchObject({ ok: false });
  expect(notedRemovals("identity")).toEqual([userId]);
  expect(notedRemovals("data")).toEqual([userId]);
  full.mockRestore();
  warned.mockRestore();
  await finishRemovals();
});

test("the data of a learner who has signed in again is not removed at the next start", async () => {
  const userId = await learnerWithWork();
  await signOut();
  localStorage.setItem(`academy-removing:${userId}`, "");
  const user = { id: userId, email: ADA.email, app_metadata: {}, factors: [] };
  vi.stubGlobal("fetch", async () =>
    Response.json({ access_token: TOKEN, refresh_token: "r", token_type: "bearer", expires_in: 3600, user }),
  );
  expect(await signIn(ADA.email, ADA.password)).toMatchObject({ ok: true });
  await finishRemovals();
  expect(await leftOf(userId)).toContain(learnerDbName(userId));
  expect(activeState()).toMatchObject({ status: "signedIn" });
  await signOut({ removeData: true });
});

test("reminders on this device end when another user signs in, but not when the same user does", async () => {
  const ended: string[] = [];
  const unsubscribe = async () => ended.push("push");
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  const [ada, bola] = [requireUserId(randomUUID()), requireUserId(randomUUID())];
  const enter = (userId: UserId) => {
    const user = { id: userId, email: ADA.email, app_metadata: {}, factors: [] };
    const session = { access_token: TOKEN, refresh_token: "r", token_type: "bearer", expires_in: 3600, user };
    vi.stubGlobal("fetch", async () => Response.json(session));
    return signIn(ADA.email, ADA.password);
  };
  await storeIdentity({ userId: ada, email: ADA.email, mustChangePassword: false });
  expect(await enter(ada)).toMatchObject({ ok: true });
  expect(ended).toEqual([]);
  expect(await enter(bola)).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(ended).toEqual(["push"]));
  await signOut();
});
