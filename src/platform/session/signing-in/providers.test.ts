// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { authorizeUrl, configuredProviders, redirectTo } from "./providers.ts";

const env = {
  supabaseUrl: "https://api.example",
  publishableKey: "sb_publishable_x",
  authStorageKey: "sb-x",
};
const ask = (answer: () => Promise<Response>) => {
  const asked: string[] = [];
  const fetch = (input: RequestInfo | URL) => {
    asked.push(String(input));
    return answer();
  };
  return configuredProviders({ env, fetch }).then((found) => ({ found, asked }));
};

test("no sign-in provider is offered without a connection or after an invalid reply", async () => {
  for (const answer of [
    "<html>Sign in to the hotel</html>",
    "{}",
    '{"external":null}',
    '{"external":{"google":"yes"}}',
  ])
    expect((await ask(async () => new Response(answer))).found).toEqual([]);
  expect((await ask(() => Promise.reject(new TypeError("Failed to fetch")))).found).toEqual([]);
});

test("the provider sign-in URL contains the provider, return URL, scopes, parameters and challenge, and the verifier stays in the tab (S-088)", async () => {
  const address = new URL(await authorizeUrl("google", "/academy/course/ai-fluency?lesson=2"));
  expect(address.origin + address.pathname).toBe(`${location.origin}/auth/v1/authorize`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    provider: "google",
    redirect_to: `${location.origin}/auth/callback?next=${encodeURIComponent("/academy/course/ai-fluency?lesson=2")}`,
    scopes: "openid",
    prompt: "select_account",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "s256",
  });
  expect(sessionStorage.getItem("sb-academy-auth-token-provider-code-verifier")).toMatch(
    /^"[\w.~-]{43,128}"$/,
  );
  expect(Object.keys({ ...localStorage })).toEqual([]);
});

test("provider sign-in in a browser that blocks storage stays on the page and explains why", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ external: { github: true } }));
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => {
    full.mockRestore();
    vi.unstubAllGlobals();
  });
  expect(await redirectTo("github", null)).toEqual({ ok: false, message: expect.stringMatching(/\w/) });
});

test("provider sign-in stays on the page and says why when the auth server cannot be reached", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await redirectTo("google", null)).toEqual({
    ok: false,
    message: expect.stringContaining("could not be reached"),
  });
});
