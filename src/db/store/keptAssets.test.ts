import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryCaches } from "../../../tests/support/screens/memoryCaches.ts";
import { keepAsset } from "./keptAssets.ts";

const ADDRESS = "/assets/kept-pdf-1234567.js";
let store: ReturnType<typeof memoryCaches>;
let replies: Response[];

const script = () => new Response("export {}", { headers: { "content-type": "text/javascript" } });
const portal = () =>
  new Response("<h1>Welcome to the train</h1>", { headers: { "content-type": "text/html" } });

beforeEach(() => {
  store = memoryCaches();
  replies = [];
  vi.stubGlobal("caches", store.caches);
  vi.stubGlobal("fetch", async () => replies.shift() ?? Response.error());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a captive portal's page is not stored for offline use in place of a script", async () => {
  replies = [portal(), script()];
  await keepAsset(ADDRESS);
  expect(store.addresses()).toEqual([]);
  await keepAsset(ADDRESS);
  expect(await store.textAt(ADDRESS)).toBe("export {}");
});

test("a file replaces its earlier version", async () => {
  await (await store.caches.open()).put("/assets/kept-pdf-7654321.js", script());
  await (await store.caches.open()).put("/assets/kept-proof-7654321.js", script());
  replies = [script()];
  await keepAsset(ADDRESS);
  expect(store.addresses()).toEqual([ADDRESS, "/assets/kept-proof-7654321.js"]);
});

test("a captive portal's page that an earlier version stored in place of a script is replaced", async () => {
  await (await store.caches.open()).put(ADDRESS, portal());
  replies = [script()];
  await keepAsset(ADDRESS);
  expect(await store.textAt(ADDRESS)).toBe("export {}");
});

test("a file that a private window of WebKit has lost is stored again", async () => {
  replies = [script(), script()];
  await keepAsset(ADDRESS);
  store.loseResponses();
  await keepAsset(ADDRESS);
  expect(await store.textAt(ADDRESS)).toBe("export {}");
});
