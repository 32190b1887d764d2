// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import type { SessionPorts } from "./sessionPorts.ts";
import { withOneRefresher } from "./supabase.ts";
import { userToken } from "./userToken.ts";

const KEY = "sb-academy-auth-token";
const NOW_MS = Date.UTC(2026, 10, 20, 9);
const userId = requireUserId(randomUUID());

let tests = 0;
beforeEach(() => {
  localStorage.clear();
  // A page remembers its last renewal.
  tests += 1;
});
afterEach(() => {
  vi.useRealTimers();
});
const refreshToken = (name: string) => `refresh-${name}-${tests}`;

const session = (name: string, endsInSeconds: number, id: string = userId) => ({
  access_token: `access-${name}`,
  refresh_token: refreshToken(name),
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

test("a valid access token is used without a request to the auth server", async () => {
  keep(session("a", 600));
  expect(await userToken(ports(unexpected), userId)).toEqual({ status: "ok", token: "access-a" });
});

test("another learner's session is never used (S-077)", async () => {
  keep(session("b", 600, randomUUID()));
  expect(await userToken(ports(unexpected), userId)).toEqual({ status: "signedOut" });
});

test("a token near its expiry is renewed and the new session is stored (S-054, S-087)", async () => {
  keep(session("a", 10));
  const { expires_at: _, ...renewed } = session("b", 0);
  expect(await userToken(ports(reply(200, renewed)), userId)).toEqual({ status: "ok", token: "access-b" });
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toMatchObject({
    refresh_token: refreshToken("b"),
    expires_at: NOW_MS / 1000 + 3600,
  });
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
];
const renewBySupabase = (fetch: typeof globalThis.fetch) =>
  withOneRefresher(ports(fetch))("http://academy.test/auth/v1/token?grant_type=refresh_token", {
    method: "POST",
    body: JSON.stringify({ refresh_token: refreshToken("a") }),
  });

test.each(INDEFINITE)("%s does not end a session, even if supabase-js receives it", async (_name, fetch) => {
  keep(session("a", -1));
  expect(await userToken(ports(fetch), userId)).toEqual({ status: "unavailable" });
  // Only for this status does supabase-js keep the session and pass on the message.
  expect((await renewBySupabase(fetch)).status).toBe(503);
  expect(localStorage.getItem(KEY)).not.toBeNull();
});

test("a lost connection does not end a session, even if supabase-js loses it", async () => {
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  keep(session("a", -1));
  expect(await userToken(ports(lost), userId)).toEqual({ status: "offline" });
  await expect(renewBySupabase(lost)).rejects.toThrow(TypeError);
  expect(localStorage.getItem(KEY)).not.toBeNull();
});

test.each([500, 502, 503, 403])(
  "renewals that are answered with %d are tried less and less often",
  async (status) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    keep(session("a", -1));
    let requests = 0;
    const failing = ports(async () => {
      requests += 1;
      return Response.json({ msg: "Please wait." }, { status });
    });
    const askFor = async (seconds: number) => {
      requests = 0;
      for (let elapsed = 0; elapsed < seconds * 1_000; elapsed += 250) {
        expect(await userToken(failing, userId)).toEqual({ status: "unavailable" });
        vi.advanceTimersByTime(250);
      }
      return requests;
    };
    expect(await askFor(4)).toBeLessThanOrEqual(4);
    await askFor(300);
    expect(await askFor(300), "about once a minute in the end").toBeLessThan(30);
    expect(requests).toBeGreaterThanOrEqual(5);
  },
);

test("a server that names the time of the next renewal is not asked before", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  keep(session("a", -1));
  let requests = 0;
  const busy = ports(async () => {
    requests += 1;
    return Response.json({}, { status: 429, headers: { "retry-after": "120" } });
  });
  await userToken(busy, userId);
  vi.advanceTimersByTime(119_000);
  await userToken(busy, userId);
  expect(requests).toBe(1);
  vi.advanceTimersByTime(2_000);
  await userToken(busy, userId);
  expect(requests).toBe(2);
});

const HOUR_MS = 3_600_000;
/** Where the device's clock is wrong, by how much, at each half hour. */
const CLOCKS: [name: string, wrongByMs: number[]][] = [
  ["two hours ahead", Array(8).fill(2 * HOUR_MS)],
  ["two hours behind", Array(8).fill(-2 * HOUR_MS)],
  ["a day ahead and then corrected", [24, 24, 24, 0, 0, 0, 0, 0].map((hours) => hours * HOUR_MS)],
  ["a day behind and then corrected", [-24, -24, -24, 0, 0, 0, 0, 0].map((hours) => hours * HOUR_MS)],
  ["right and then set ahead", [0, 0, 0, 2, 2, 2, 2, 2].map((hours) => hours * HOUR_MS)],
  ["right and then set back", [0, 0, 0, -2, -2, -2, -2, -2].map((hours) => hours * HOUR_MS)],
];

test.each(CLOCKS)("a device whose clock is %s renews its token about once an hour", async (_, wrongByMs) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let trueMs = NOW_MS;
  let renewals = 0;
  let rejections = 0;
  const wrongBy = () => wrongByMs[Math.floor((trueMs - NOW_MS) / (HOUR_MS / 2))] ?? 0;
  const issued = (name: string) => ({
    ...session(name, 0),
    access_token: String(trueMs + HOUR_MS),
    expires_at: Math.floor((trueMs + HOUR_MS) / 1_000),
  });
  const device = {
    ...ports(async () => {
      renewals += 1;
      return Response.json(issued(`renewal ${renewals}`));
    }),
    now: () => trueMs + wrongBy(),
  };
  keep(issued("a"));
  for (; trueMs < NOW_MS + 4 * HOUR_MS; trueMs += 5_000, vi.advanceTimersByTime(5_000)) {
    const first = await userToken(device, userId);
    const isRejected = first.status === "ok" && Number(first.token) <= trueMs;
    if (!isRejected) continue;
    rejections += 1;
    await userToken(device, userId, first.token);
  }
  expect(renewals).toBeGreaterThanOrEqual(3);
  expect(renewals).toBeLessThanOrEqual(5);
  expect(rejections).toBeLessThanOrEqual(1);
});

test("a token that is rejected although it is new is not renewed again within a minute", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  keep(session("a", 600));
  let renewals = 0;
  const device = ports(async () => {
    renewals += 1;
    return Response.json(session(`renewal ${renewals}`, 3600));
  });
  const rejectAll = async () => {
    const first = await userToken(device, userId);
    return userToken(device, userId, first.status === "ok" ? first.token : "");
  };
  expect((await rejectAll()).status).toBe("ok");
  for (let second = 0; second < 59; second += 1, vi.advanceTimersByTime(1_000)) {
    expect(await rejectAll()).toEqual({ status: "unavailable" });
  }
  expect(renewals).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect((await rejectAll()).status).toBe("ok");
  expect(renewals).toBe(2);
});

test("a failed session renewal is logged as likely temporary, and a renewal without the lock is not logged (S-103)", async () => {
  const logged = vi.spyOn(console, "info").mockImplementation(() => undefined);
  keep(session("a", -1));
  const broken = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await userToken(ports(broken), userId)).toEqual({ status: "offline" });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("likely temporary"), expect.any(TypeError));
  logged.mockClear();
  expect(await userToken(ports(reply(502, {})), userId)).toEqual({ status: "unavailable" });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("likely temporary"), "HTTP 502");
  logged.mockClear();
  keep(session("c", -1));

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
