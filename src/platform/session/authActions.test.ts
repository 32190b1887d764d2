// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { activeState, storeIdentity } from "../../db/store/active.ts";
import { requireUserId } from "../../domain/ids.ts";
import { signOut, signUp } from "./authActions.ts";

const KEY = "sb-academy-auth-token";
afterEach(() => vi.unstubAllGlobals());

test("sign-up sends the names and redirects to the site's root (S-087)", async () => {
  const asked: [url: string, body: unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    asked.push([url, JSON.parse(String(init?.body))]);
    return Response.json({ id: randomUUID(), email: "ada@example.com", identities: [{}] });
  });
  const input = { firstName: "Ada", lastName: "Obi", email: "ada@example.com", password: "correct horse" };
  expect(await signUp(input)).toEqual({ ok: true });
  expect(asked).toEqual([
    [
      `${location.origin}/auth/v1/signup?redirect_to=${encodeURIComponent(`${location.origin}/`)}`,
      expect.objectContaining({
        email: "ada@example.com",
        password: "correct horse",
        data: { first_name: "Ada", last_name: "Obi" },
      }),
    ],
  ]);
  expect(localStorage.getItem(KEY), "no user is signed in").toBeNull();
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
