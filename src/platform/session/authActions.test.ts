// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { activeState, storeIdentity } from "../../db/store/active.ts";
import { requireUserId } from "../../domain/ids.ts";
import { signOut, signUp } from "./authActions.ts";

const KEY = "sb-academy-auth-token";
afterEach(() => vi.unstubAllGlobals());

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
