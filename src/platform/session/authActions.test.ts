// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { activeState, storeIdentity } from "../../db/store/active.ts";
import { requireUserId } from "../../domain/ids.ts";
import { signIn, signOut, signUp } from "./authActions.ts";
import { NO_DEVICE_STORAGE } from "./authMessages.ts";

const KEY = "sb-academy-auth-token";
afterEach(() => vi.unstubAllGlobals());

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

test("signing in takes one request, whose session supabase-js then uses (S-087)", async () => {
  const user = { id: randomUUID(), email: "ada@example.com", app_metadata: {}, factors: [] };
  const session = {
    access_token: TOKEN,
    refresh_token: "r",
    token_type: "bearer",
    expires_in: 3600,
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
  expect(asked).toEqual([`${location.origin}/auth/v1/logout?scope=local`]);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(activeState()).toEqual({ status: "signedOut" });
});
