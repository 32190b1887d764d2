import { expect, test } from "vitest";
import { readEnv, readSiteOrigin } from "./env.ts";

const ORIGIN = "http://localhost:3000";

test("a site without configuration uses its own origin with the embedded server's key (S-114)", () => {
  expect(readEnv({}, ORIGIN)).toEqual({
    supabaseUrl: ORIGIN,
    publishableKey: "sb_publishable_academy_local",
    functionsUrl: `${ORIGIN}/functions/v1`,
    authStorageKey: "sb-academy-auth-token",
  });
});

test("the auth storage key is derived from the name of the hosted project (S-114)", () => {
  const env = readEnv(
    { VITE_SUPABASE_URL: "https://abcdefgh.supabase.co/", VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x" },
    ORIGIN,
  );
  expect(env.authStorageKey).toBe("sb-abcdefgh-auth-token");
  expect(env.functionsUrl).toBe("https://abcdefgh.supabase.co/functions/v1");
});

test("a backend on another origin without its key is rejected with an error that names the key (S-072)", () => {
  expect(() => readEnv({ VITE_SUPABASE_URL: "https://abcdefgh.supabase.co" }, ORIGIN)).toThrow(
    /key is required.*VITE_SUPABASE_PUBLISHABLE_KEY/,
  );
});

test("shared links start with the configured site URL", () => {
  expect(readSiteOrigin({ VITE_SITE_URL: "https://academy.example/" })).toBe("https://academy.example");
  expect(readSiteOrigin({})).toBe("http://localhost:3000");
});

test.each(["academy.example", "https://academy.example/shop", "mailto:me@academy.example"])(
  "%s is rejected as the site URL with an error that names the variable",
  (address) => {
    expect(() => readSiteOrigin({ VITE_SITE_URL: address })).toThrow(/VITE_SITE_URL must be an origin/);
  },
);
