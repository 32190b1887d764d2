import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { assetListOf } from "./assetList.ts";
import { buildRelease } from "./buildRelease.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

let folder: string;
let server: Server;
/** The address of the live site, and the folder that it serves: none before the first deploy. */
let site: string;
let live: string | null;
/** Overrides for single paths of the live site. */
let answers: Map<string, { status: number; body: string }>;
let requested: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "academy-release-"));
  live = null;
  answers = new Map();
  requested = [];
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    requested.push(path);
    const other = answers.get(path);
    const file = live && join(live, path);
    if (other) response.writeHead(other.status).end(other.body);
    else if (file && existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end("Not found");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes `fetch` fail as it does when a name cannot be resolved. */
function failToResolve(code: string): void {
  const cause = Object.assign(new Error(code), { code });
  const fetching = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
  onTestFinished(() => fetching.mockRestore());
}

type Release = { machine?: string; day?: number; assets: Record<string, string>; askSite?: boolean };

/**
 * Builds a site from these assets as Vite does: the worker's list is generated from the files in the folder at that
 * time.
 */
function release({ machine = "laptop", day = 0, assets, askSite = true }: Release): Promise<string[]> {
  return buildRelease({
    target: join(folder, machine),
    site,
    now: FIRST_DAY + day * DAY_MS,
    askSite,
    build: async (out) => {
      mkdirSync(join(out, "assets"), { recursive: true });
      mkdirSync(join(out, ".vite"));
      for (const [name, text] of Object.entries(assets)) writeFileSync(join(out, "assets", name), text);
      writeFileSync(join(out, "sw.js"), JSON.stringify(readdirSync(join(out, "assets"))));
      writeFileSync(join(out, "assets.json"), JSON.stringify(assetListOf(out, site)));
      for (const name of ["manifest.json", "addresses.json", "nginx.conf", "other.json"])
        writeFileSync(join(out, ".vite", name), "{}");
    },
  });
}

/** Enough for a list that is worth compressing. */
const manyAssets = () =>
  Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`b-${index}.js`, `${index}`]));

const publish = (machine = "laptop") => {
  live = join(folder, machine, "site");
};
const assetsOf = (machine = "laptop") => readdirSync(join(folder, machine, "site", "assets")).sort();

test("two builds for one folder at the same time do not disturb each other", async () => {
  const isBuilt = Promise.withResolvers<void>();
  const build = (name: string, waits: Promise<void>) =>
    buildRelease({
      target: join(folder, "laptop"),
      site,
      now: FIRST_DAY,
      askSite: false,
      build: async (out) => {
        mkdirSync(join(out, ".vite"), { recursive: true });
        for (const file of ["nginx.conf", "addresses.json"]) writeFileSync(join(out, ".vite", file), name);
        writeFileSync(join(out, "index.html"), name);
        await waits;
      },
    });
  const slow = build("slow", isBuilt.promise);
  await build("fast", Promise.resolve());
  expect(readFileSync(join(folder, "laptop", "site", "index.html"), "utf8")).toBe("fast");
  isBuilt.resolve();
  await slow;
  expect(readFileSync(join(folder, "laptop", "site", "index.html"), "utf8")).toBe("slow");
  expect(readdirSync(folder)).toEqual(["laptop"]);
});

test("a release has the site and the host's files in two folders, and no build-only files in the site", async () => {
  await release({ assets: { "a-1.js": "a1" } });
  expect(readdirSync(folder)).toEqual(["laptop"]);
  expect(readdirSync(join(folder, "laptop")).sort()).toEqual(["host", "site"]);
  expect(readdirSync(join(folder, "laptop", "site")).sort()).toEqual(["assets", "assets.json", "sw.js"]);
  expect(readdirSync(join(folder, "laptop", "host")).sort()).toEqual(["addresses.json", "nginx.conf"]);
});

test("a release contains the assets of the two releases before it, and its worker lists only its own", async () => {
  await release({ day: 0, assets: { "a-1.js": "a1", "same.js": "same" } });
  publish();
  await release({ day: 1, assets: { "a-2.js": "a2", "same.js": "same" } });
  await release({ day: 2, assets: { "a-3.js": "a3", "same.js": "same" } });
  expect(assetsOf()).toEqual(["a-1.js", "a-2.js", "a-3.js", "same.js"]);
  expect(readFileSync(join(folder, "laptop", "site", "sw.js"), "utf8")).toBe('["a-3.js","same.js"]');
  expect(requested.filter((path) => path.startsWith("/assets/"))).toEqual([]);
});

test("the compressed copies have the same content as the files of the finished release", async () => {
  const long = "// a comment\n".repeat(200);
  await release({ assets: { "a-1.js": long } });
  publish();
  await release({ machine: "desktop", assets: { "a-2.js": long, ...manyAssets() } });
  const site = join(folder, "desktop", "site");
  for (const name of ["assets.json", "assets/a-1.js", "assets/a-2.js"])
    expect(gunzipSync(readFileSync(join(site, `${name}.gz`))).equals(readFileSync(join(site, name)))).toBe(
      true,
    );
});

test("an asset is kept for 30 days after the release that replaced it, however old its own release is", async () => {
  await release({ day: 0, assets: { "a-1.js": "a1" } });
  publish();
  await release({ day: 100, assets: { "a-2.js": "a2" } });
  expect(assetsOf()).toEqual(["a-1.js", "a-2.js"]);
  await release({ day: 130, assets: { "a-3.js": "a3" } });
  expect(assetsOf()).toEqual(["a-1.js", "a-2.js", "a-3.js"]);
  await release({ day: 131, assets: { "a-4.js": "a4" } });
  expect(assetsOf()).toEqual(["a-2.js", "a-3.js", "a-4.js"]);
});

test("an asset that a release uses again is kept for 30 days from its last replacement", async () => {
  await release({ day: 0, assets: { "a-1.js": "a1" } });
  publish();
  await release({ day: 1, assets: { "a-2.js": "a2" } });
  await release({ day: 2, assets: { "a-1.js": "a1" } });
  await release({ day: 32, assets: { "a-3.js": "a3" } });
  await release({ day: 60, assets: { "a-4.js": "a4" } });
  expect(assetsOf()).toEqual(["a-1.js", "a-3.js", "a-4.js"]);
});

test("a machine that has never built downloads the earlier assets from the live site", async () => {
  await release({ machine: "laptop", day: 0, assets: { "a-1.js": "a1" } });
  publish("laptop");
  await release({ machine: "laptop", day: 1, assets: { "a-2.js": "a2" } });
  const notes = await release({ machine: "desktop", day: 2, assets: { "a-3.js": "a3" } });
  expect(assetsOf("desktop")).toEqual(["a-1.js", "a-2.js", "a-3.js"]);
  expect(readFileSync(join(folder, "desktop", "site", "assets", "a-1.js"), "utf8")).toBe("a1");
  expect(notes.join("\n")).toContain("2 assets of earlier releases");
});

test("a machine whose last build is older than the live site's keeps the live site's assets", async () => {
  await release({ machine: "laptop", day: 0, assets: { "a-1.js": "a1" } });
  publish("laptop");
  await release({ machine: "desktop", day: 1, assets: { "a-2.js": "a2" } });
  publish("desktop");
  await release({ machine: "laptop", day: 2, assets: { "a-3.js": "a3" } });
  expect(assetsOf("laptop")).toEqual(["a-1.js", "a-2.js", "a-3.js"]);
});

test("a build that was never published adds nothing to the next release", async () => {
  await release({ machine: "desktop", assets: { "a-1.js": "a1" } });
  publish("desktop");
  await release({ machine: "laptop", assets: { "secret-1.js": "unfinished" } });
  await release({ machine: "laptop", assets: { "a-2.js": "a2" } });
  expect(assetsOf("laptop")).toEqual(["a-1.js", "a-2.js"]);
});

test("the first release needs no live site and reports that it contains no earlier assets", async () => {
  const [note] = await release({ assets: { "a-1.js": "a1" } });
  expect(note).toContain(`No release was found at ${site}/assets.json`);
  expect(assetsOf()).toEqual(["a-1.js"]);
});

test("the first release needs no domain name yet", async () => {
  failToResolve("ENOTFOUND");
  const [note] = await release({ assets: { "a-1.js": "a1" } });
  expect(note).toContain(`No release was found at ${site}/assets.json`);
});

test("a build fails when the machine has no connection", async () => {
  failToResolve("EAI_AGAIN");
  await expect(release({ assets: { "a-1.js": "a1" } })).rejects.toThrow("could not be read (EAI_AGAIN)");
});

test("without a live site the assets come from the last build on this machine", async () => {
  await release({ day: 0, assets: { "a-1.js": "a1" } });
  await release({ day: 1, assets: { "a-2.js": "a2" } });
  await release({ day: 2, assets: { "a-3.js": "a3" } });
  expect(assetsOf()).toEqual(["a-1.js", "a-2.js", "a-3.js"]);
});

test("the last build on this machine is not used for another site", async () => {
  await release({ assets: { "staging-1.js": "s1" } });
  site = site.replace("127.0.0.1", "localhost");
  await release({ assets: { "a-1.js": "a1" } });
  expect(assetsOf()).toEqual(["a-1.js"]);
});

test.each([
  ["status 500", { status: 500, body: "" }, "status 500"],
  ["an HTML page instead of the list", { status: 200, body: "<!doctype html>" }, "is not a list of assets"],
  ["a list in another format", { status: 200, body: '{"assets":{"a.js":{}}}' }, "is not a list of assets"],
  [
    "a path instead of a file name",
    { status: 200, body: JSON.stringify({ site: "x", assets: { "../a.js": { sha256: "0".repeat(64) } } }) },
    "is not a list of assets",
  ],
])(
  "a build fails when the live site answers with %s, and keeps the last release",
  async (_what, answer, fault) => {
    await release({ assets: { "a-1.js": "a1" } });
    publish();
    answers.set("/assets.json", answer);
    await expect(release({ assets: { "a-2.js": "a2" } })).rejects.toThrow(fault);
    await expect(release({ assets: { "a-2.js": "a2" } })).rejects.toThrow("--without-earlier-assets");
    expect(assetsOf()).toEqual(["a-1.js"]);
    expect(readdirSync(folder)).toEqual(["laptop"]);
  },
);

test("a build fails when no server answers at the live site's address", async () => {
  server.close();
  server.closeAllConnections();
  await expect(release({ assets: { "a-1.js": "a1" } })).rejects.toThrow(/could not be read \(ECONNREFUSED\)/);
});

test("a build fails when a downloaded asset does not match its hash", async () => {
  await release({ assets: { "a-1.js": "a1" } });
  publish();
  answers.set("/assets/a-1.js", { status: 200, body: "something else" });
  const built = release({ machine: "desktop", assets: { "a-2.js": "a2" } });
  await expect(built).rejects.toThrow(`${site}/assets/a-1.js is not the file that`);
  expect(existsSync(join(folder, "desktop"))).toBe(false);
});

test("a build fails when the live site lists an asset that it does not have", async () => {
  await release({ assets: { "a-1.js": "a1" } });
  publish();
  answers.set("/assets/a-1.js", { status: 404, body: "" });
  const built = release({ machine: "desktop", assets: { "a-2.js": "a2" } });
  await expect(built).rejects.toThrow(`${site}/assets/a-1.js could not be read (status 404)`);
});

test("a damaged copy of an asset on this machine is replaced by the live site's", async () => {
  await release({ assets: { "a-1.js": "a1" } });
  answers.set("/assets.json", {
    status: 200,
    body: readFileSync(join(folder, "laptop", "site", "assets.json"), "utf8"),
  });
  answers.set("/assets/a-1.js", { status: 200, body: "a1" });
  writeFileSync(join(folder, "laptop", "site", "assets", "a-1.js"), "damaged");
  await release({ assets: { "a-2.js": "a2" } });
  expect(readFileSync(join(folder, "laptop", "site", "assets", "a-1.js"), "utf8")).toBe("a1");
});

test("a build without earlier assets does not contact the live site", async () => {
  await release({ assets: { "a-1.js": "a1" } });
  answers.set("/assets.json", { status: 500, body: "" });
  requested = [];
  await release({ assets: { "a-2.js": "a2" }, askSite: false });
  expect(assetsOf()).toEqual(["a-2.js"]);
  expect(requested).toEqual([]);
});

test("when two releases have different files of the same name, the newest is published and the build reports the conflict", async () => {
  await release({ assets: { "a-1.js": "old" } });
  publish();
  const notes = await release({ assets: { "a-1.js": "new" } });
  expect(readFileSync(join(folder, "laptop", "site", "assets", "a-1.js"), "utf8")).toBe("new");
  expect(notes.join("\n")).toContain("a-1.js has changed under the same name");
});

test("the published list has the hash of every asset, and the replacement date of those already replaced", async () => {
  await release({ day: 0, assets: { "a-1.js": "a1" } });
  publish();
  await release({ day: 1, assets: { "a-2.js": "a2" } });
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(JSON.parse(readFileSync(join(folder, "laptop", "site", "assets.json"), "utf8"))).toEqual({
    site,
    assets: {
      "a-1.js": { sha256: sha256("a1"), replacedAt: "2026-01-02T00:00:00.000Z" },
      "a-2.js": { sha256: sha256("a2") },
    },
  });
});
