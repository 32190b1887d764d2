import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryCaches } from "../../../tests/support/screens/memoryCaches.ts";
import { type PrecachedFile, precacheKeeper } from "./precache.ts";

const SCRIPT = "export const one = 1;";
const integrityOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
const FILES: PrecachedFile[] = ["/assets/a.js", "/assets/b.js"].map((url) => ({
  url,
  cacheKey: url,
  integrity: integrityOf(SCRIPT),
}));
const page = () =>
  new Response("<h1>Welcome to the train</h1>", { headers: { "content-type": "text/html" } });

let store: ReturnType<typeof memoryCaches>;
/** The response to a request with this address and cache mode. */
let network: (url: string, mode: string) => Response;
let asked: string[];

beforeEach(() => {
  store = memoryCaches();
  network = () => new Response(SCRIPT);
  asked = [];
  vi.stubGlobal("caches", store.caches);
  vi.stubGlobal("fetch", async (url: string, { cache }: RequestInit) => {
    asked.push(`${cache} ${url}`);
    return network(url, String(cache));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const keep = async (url: string, response: Response) => (await store.caches.open()).put(url, response);

test("a precached file with the correct hash is not fetched again", async () => {
  await keep("/assets/a.js", new Response(SCRIPT));
  await precacheKeeper("precache", FILES).fill();
  expect(asked).toEqual(["default /assets/b.js"]);
  expect(await store.textAt("/assets/b.js")).toBe(SCRIPT);
});

test("files that a private window of WebKit has lost are stored again", async () => {
  const keeper = precacheKeeper("precache", FILES);
  await keeper.fill();
  store.loseResponses();
  await keeper.repair();
  expect(store.addresses()).toEqual(["/assets/a.js", "/assets/b.js"]);
});

test("precaching bypasses a captive portal's page in the HTTP cache", async () => {
  network = (_, mode) => (mode === "default" ? page() : new Response(SCRIPT));
  await precacheKeeper("precache", FILES).fill();
  expect(asked.slice(0, 2)).toEqual(["default /assets/a.js", "reload /assets/a.js"]);
  expect(await store.textAt("/assets/a.js")).toBe(SCRIPT);
});
