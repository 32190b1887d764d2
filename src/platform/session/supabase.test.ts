// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { GoTrueClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { supabase } from "./supabase.ts";

const KEY = "sb-academy-auth-token";
const TICK_MS = 30_000;

const shown = vi.spyOn(document, "visibilityState", "get");
beforeEach(() => {
  // Fakes timers but not microtasks, so that the library's own work continues.
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function look(state: "visible" | "hidden") {
  shown.mockReturnValue(state);
  window.dispatchEvent(new Event("visibilitychange"));
}
const session = (name: string, seconds: number) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  token_type: "bearer",
  expires_in: seconds,
  expires_at: Math.floor(Date.now() / 1000) + seconds,
  user: { id: randomUUID(), email: "ada@example.com", app_metadata: {} },
});
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? "{}").access_token;

test("the session is stored in local storage under its key, and is renewed near its expiry only while the page is visible (S-054, S-114)", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    asked.push(`${new URL(input).pathname} ${JSON.parse(String(init?.body)).refresh_token}`);
    return Response.json(session("b", 3600));
  });
  localStorage.setItem(KEY, JSON.stringify(session("a", 200)));
  look("visible");
  const { data } = await supabase().auth.getSession();
  expect(data.session?.access_token).toBe("access-a");

  look("hidden");
  await vi.advanceTimersByTimeAsync(5 * TICK_MS);
  expect(asked, "hidden").toEqual([]);
  look("visible");
  await vi.advanceTimersByTimeAsync(TICK_MS);
  expect(asked, "visible again").toEqual(["/auth/v1/token refresh-a"]);
  expect(kept()).toBe("access-b");

  await vi.advanceTimersByTimeAsync(3_540_000);
  expect(asked, "seen, near its end").toEqual(["/auth/v1/token refresh-a", "/auth/v1/token refresh-b"]);
  expect(Object.keys(localStorage)).toEqual([KEY]);
});

test("a device whose clock is two hours ahead of the server renews its session once", async () => {
  let requests = 0;
  const serverSession = (name: string) => ({
    ...session(name, 3600),
    expires_at: Math.floor(Date.now() / 1000) - 2 * 3600 + 3600,
  });
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return Response.json(serverSession("new"));
  });
  localStorage.setItem(KEY, JSON.stringify(serverSession("first")));
  look("visible");
  for (let seconds = 0; seconds < 900; seconds += 30) {
    const { data } = await supabase().auth.getSession();
    expect(data.session?.access_token).toBe("access-new");
    await vi.advanceTimersByTimeAsync(TICK_MS);
  }
  expect(requests).toBe(1);
});

test.each([
  [
    "a failed read is not repeated while the device is offline, so a screen can report it immediately",
    false,
    1,
  ],
  ["a failed read is repeated three times while the device is online", true, 4],
])("%s", async (_, isOnline, requests) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: string) => {
    asked.push(new URL(input).pathname);
    throw new TypeError("Failed to fetch");
  });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  const read = supabase()
    .from("profiles")
    .select("email")
    .then(({ error }) => error?.message);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toContain(isOnline ? "Failed to fetch" : "There is no connection.");
  expect(asked).toEqual(Array(requests).fill("/rest/v1/profiles"));
});

test("no two clients of a page share a storage key, however often a user tries to sign in", async () => {
  // Earlier tests had other pages.
  Reflect.set(GoTrueClient, "nextInstanceID", {});
  vi.resetModules();
  const warned = vi.spyOn(console, "warn");
  const page = await import("./supabase.ts");
  for (const _ of ["a wrong password", "the right one"]) {
    page.supabase();
    page.providerSupabase();
    page.ephemeralSupabase();
  }
  expect(warned.mock.calls.flat().filter((text) => String(text).includes("GoTrueClient"))).toEqual([]);
  warned.mockRestore();
});
