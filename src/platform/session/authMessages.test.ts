// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { loadPurchases } from "../account/orders.ts";
import { loadProfile, updateProfile } from "../account/profile.ts";
import { changePassword, signIn } from "./authActions.ts";
import { beginApp, loadSecondFactors, makeRecoveryCodes } from "./signing-in/factors.ts";
import { type Arrival, signInByCode } from "./signing-in/providers.ts";
import { openByLink, requestRecovery } from "./signing-in/recovery.ts";
import { challengeOf } from "./signing-in/secondFactor.ts";

const KEY = "sb-academy-auth-token";
const EMAIL = "ada@example.com";
const userId = requireUserId(randomUUID());
const PROFILE = {
  ...{ first_name: "Ada", last_name: "Obi", email: null },
  ...{ organization: null, phone: null, country: null },
};
/** A token whose content nobody here checks. */
const TOKEN = [{ alg: "HS256" }, { exp: 4e9 }, "signed"]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const UNREACHABLE =
  "An error occurred. The academy could not be reached: check your connection and try again.";
const HTML = { headers: { "content-type": "text/html" } };
/** What a server answers, and what the user reads (spec §8). */
const FAILURES: [name: string, answer: () => Promise<Response>, message: string][] = [
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), UNREACHABLE],
  [
    "an overloaded server",
    async () =>
      Response.json(
        { message: "Please wait until 10:00.", msg: "Please wait until 10:00." },
        { status: 503 },
      ),
    "Please wait until 10:00.",
  ],
  [
    "a server that has failed",
    async () =>
      Response.json({ code: "unexpected_failure", message: "Please write to us." }, { status: 500 }),
    "Please write to us.",
  ],
  [
    "JSON without a message",
    async () => Response.json({ status: "down" }, { status: 502 }),
    "An error occurred",
  ],
  [
    "the page of a gateway",
    async () => new Response("<html>", { ...HTML, status: 502 }),
    "An error occurred",
  ],
  [
    "the page of a firewall",
    async () => new Response("<html>", { ...HTML, status: 403 }),
    "An error occurred",
  ],
  ["the page of a captive portal", async () => new Response("<html>", HTML), "An error occurred"],
];
const ACTIONS: [name: string, act: () => Promise<unknown>][] = [
  ["signing in", () => signIn(EMAIL, "correct horse")],
  ["returning from a provider", async () => withMessage(await signInByCode("code"))],
  ["asking for a new password", () => requestRecovery(EMAIL)],
  ["opening a recovery link", () => openByLink("hash")],
  ["changing the password", () => changePassword("a longer one")],
  ["adding a second factor", () => beginApp("Phone", "Academy")],
  ["generating recovery codes", () => makeRecoveryCodes()],
  ["loading the second factors", () => loadSecondFactors()],
  ["loading the profile", () => loadProfile(userId)],
  ["saving the profile", () => updateProfile(userId, PROFILE)],
  ["loading the purchases", () => loadPurchases()],
];
const withMessage = (arrival: Arrival) => ({
  ok: false,
  message: arrival.status === "failed" ? (arrival.message ?? "An error occurred") : arrival.status,
});

describe.each(ACTIONS)("%s", (name, act) => {
  test.each(FAILURES)("reports %s (S-101)", async (_, answer, message) => {
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    const user = { id: userId, email: EMAIL, app_metadata: {} };
    localStorage.setItem(KEY, JSON.stringify({ access_token: TOKEN, refresh_token: "r", expires_at, user }));
    sessionStorage.setItem(`${KEY}-provider-code-verifier`, JSON.stringify("verifier"));
    // Read requests are repeated by the library for seconds.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    vi.stubGlobal("fetch", answer);
    const outcome = act();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome, name).toMatchObject({ ok: false, message });
  });
});

test("a recovery code is checked by a function whose message is shown", async () => {
  const client = createClient("http://academy.test", "key", {
    auth: { storageKey: "test", persistSession: false },
  });
  const { passByRecoveryCode } = challengeOf(client, [], async () => ({ ok: true }));
  const html = async () => new Response("<html>", { ...HTML, status: 502 });
  const ours = async () => Response.json({ error: "Please wait until 10:00." }, { status: 503 });
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  const read = async (answer: typeof fetch) => {
    vi.stubGlobal("fetch", answer);
    return passByRecoveryCode("AAAA");
  };
  expect(await read(lost)).toEqual({ ok: false, message: UNREACHABLE });
  expect(await read(ours)).toEqual({ ok: false, message: "Please wait until 10:00." });
  expect(await read(html)).toEqual({ ok: false, message: "An error occurred" });
});
