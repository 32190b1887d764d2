// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { beforeEach, expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import type { SessionPorts } from "./sessionPorts.ts";
import { withOneRefresher } from "./supabase.ts";
import { userToken } from "./userToken.ts";

const KEY = "sb-academy-auth-token";
const NOW_MS = Date.UTC(2026, 10, 20, 9);
const userId = requireUserId(randomUUID());

beforeEach(() => localStorage.clear());

const session = (name: string, endsInSeconds: number, id: string = userId) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  token_type: "bearer",
  expires_in: 3600,
  expires_at: NOW_MS / 1000 + endsInSeconds,
  user: { id, email: "ada@example.com", app_metadata: {} },
});
const keep = (value: unknown) => localStorage.setItem(KEY, JSON.stringify(value));
const reply = (status: number, body: unknown) => async () => Response.json(body, { status });

function ports(fetch: typeof globalThis.fetch): SessionPorts {
  const env = { supabaseUrl: "http://academy.test", publishableKey: "sb_publishable_x", authStorageKey: KEY };
  return { env, fetch, store: localStorage, now: () => NOW_MS };
}
const unexpected: typeof fetch = () => Promise.reject(new Error("no request was expected"));
const noNetwork: typeof fetch = () => Promise.reject(new TypeError("Failed to fetch"));

test("a valid access token is used without a request to the auth server", async () => {
  keep(session("a", 600));
  expect(await userToken(ports(unexpected), userId)).toEqual({ status: "ok", token: "access-a" });
});

test("another learner's session is never used (S-077)", async () => {
  keep(session("b", 600, randomUUID()));
  expect(await userToken(ports(unexpected), userId)).toEqual({ status: "signedOut" });
});

test("an expired token does not block an offline caller or sign the learner out", async () => {
  keep(session("a", -600));
  expect(await userToken(ports(noNetwork), userId)).toEqual({ status: "offline" });
  expect(localStorage.getItem(KEY)).not.toBeNull();
});

test("a token near its expiry is renewed and the new session is stored (S-054, S-087)", async () => {
  keep(session("a", 10));
  const { expires_at: _, ...renewed } = session("b", 0);
  expect(await userToken(ports(reply(200, renewed)), userId)).toEqual({ status: "ok", token: "access-b" });
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toMatchObject({
    refresh_token: "refresh-b",
    expires_at: NOW_MS / 1000 + 3600,
  });
});

test("a token that the server has rejected is renewed, whatever the clock says", async () => {
  keep(session("a", 600));
  const fetch = reply(200, session("b", 3600));
  expect(await userToken(ports(fetch), userId, "access-a")).toEqual({ status: "ok", token: "access-b" });
});

test("two simultaneous callers use the refresh token only once", async () => {
  keep(session("a", -1));
  let requests = 0;
  const counting = ports(async () => {
    requests += 1;
    return Response.json(session("b", 3600));
  });
  const tokens = await Promise.all([userToken(counting, userId), userToken(counting, userId)]);
  expect(tokens).toEqual([
    { status: "ok", token: "access-b" },
    { status: "ok", token: "access-b" },
  ]);
  expect(requests).toBe(1);
});

test("only a definite rejection of the refresh token ends the session", async () => {
  keep(session("a", -1));
  const refused = reply(400, { error_code: "refresh_token_not_found", code: 400, msg: "Not Found" });
  expect(await userToken(ports(refused), userId)).toEqual({ status: "signedOut" });
  expect(localStorage.getItem(KEY)).toBeNull();
});

const INDEFINITE: [string, typeof fetch, status?: "offline"][] = [
  ["a captive portal with 200", async () => new Response("<html>Welcome</html>")],
  ["a captive portal with 403", async () => new Response("<html>Pay first</html>", { status: 403 })],
  ["a server that is busy", reply(429, { code: "over_request_rate_limit" })],
  ["a server that has failed", reply(500, { code: "unexpected_failure" })],
  ["an answer without a session", reply(200, {})],
  ["a lost connection", noNetwork, "offline"],
];

test.each(INDEFINITE)(
  "%s does not end a session, even if supabase-js receives it",
  async (_name, fetch, status: string = "unavailable") => {
    keep(session("a", -1));
    expect(await userToken(ports(fetch), userId)).toEqual({ status });
    const guarded = withOneRefresher(ports(fetch));
    const request = guarded("http://academy.test/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      body: JSON.stringify({ refresh_token: "refresh-a" }),
    });
    await expect(request).rejects.toThrow(TypeError);
    expect(localStorage.getItem(KEY)).not.toBeNull();
  },
);

test("a failed session renewal is logged as likely temporary, and a renewal without the lock is not logged (S-103)", async () => {
  const logged = vi.spyOn(console, "info").mockImplementation(() => undefined);
  keep(session("a", -1));
  expect(await userToken(ports(noNetwork), userId)).toEqual({ status: "offline" });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("likely temporary"), expect.any(TypeError));
  logged.mockClear();

  const frozenTab = {
    request: () => Promise.reject(new DOMException("The lock was not free", "TimeoutError")),
  };
  vi.stubGlobal("navigator", { locks: frozenTab });
  const waited = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  const fetch = reply(200, session("b", 3600));
  expect(await userToken(ports(fetch), userId)).toEqual({ status: "ok", token: "access-b" });
  expect(logged).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  waited.mockRestore();
  logged.mockRestore();
});

test("a sign-out during a session renewal is not undone by the renewal's response", async () => {
  keep(session("a", -1));
  const fetch = async () => {
    localStorage.removeItem(KEY);
    return Response.json(session("b", 3600));
  };
  expect(await userToken(ports(fetch), userId)).toEqual({ status: "unavailable" });
  expect(localStorage.getItem(KEY)).toBeNull();
});

test("a sign-out is not undone by a session renewal that waited for another one", async () => {
  keep(session("a", -1));
  let requests = 0;
  const afterSignOut = ports(async () => {
    requests += 1;
    localStorage.removeItem(KEY);
    return Response.json(session("b", 3600));
  });
  const tokens = await Promise.all([userToken(afterSignOut, userId), userToken(afterSignOut, userId)]);
  expect(tokens).toEqual([{ status: "unavailable" }, { status: "unavailable" }]);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(requests).toBe(1);
});

test("the backend client requires a key, and its auth methods throw if it was given an access token (S-072)", () => {
  expect(() => createClient("http://academy.test", "")).toThrow(/key is required/i);
  const client = createClient("http://academy.test", "k", { accessToken: async () => "t" });
  expect(() => client.auth.getSession()).toThrow(/accessToken/);
});
