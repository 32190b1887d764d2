import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig, type Rolldown } from "vite";
import type { PrecacheEntry } from "workbox-precaching";
import { readManifest } from "../checks/pageChunks.ts";
import { consoleFiles } from "./consoleFiles.ts";
import { manifest } from "./manifest.ts";

const WORKER = "src/sw.ts";
const WORKER_FILE = "sw.js";
const WEB_MANIFEST = "site.webmanifest";
/** Where the worker expects the list of its files. It is the name that Workbox's own tools use. */
const INJECTION_POINT = "self.__WB_MANIFEST";
const ADDRESSES = "virtual:client-rendered";

/**
 * The shells are the only documents in the precache. A prerendered page is fetched or, when offline, rendered by its
 * code.
 */
const PRECACHED = [
  "**/*.{js,css,woff2}",
  "app.html",
  "academy/course/*.{html,json}",
  "icons/favicon.svg",
  WEB_MANIFEST,
];
/** Fetched on use, and cached where they are needed offline (src/db/store/keptAssets.ts). */
const NOT_PRECACHED = ["**/*latin-ext*", "**/*vietnamese*", "**/kept-*"];
/** Files whose names contain a hash, so their contents never change. */
const HASHED = /^assets\//;

/**
 * Writes the web app manifest and, once all documents are written, the service worker with the list of the files that it
 * stores. `addresses` are those of the pages that only the app can render: if the worker imported the page table itself,
 * every page would become part of it. Must come after `prerender`.
 */
export function serviceWorker(addresses: readonly string[]): Plugin {
  let config: ResolvedConfig;
  return {
    name: "academy:service-worker",
    apply: ({ build: options }, { command }) => command === "build" && !options?.ssr,
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: `/${WEB_MANIFEST}` }, injectTo: "head" },
    ],
    generateBundle() {
      this.emitFile({ type: "asset", fileName: WEB_MANIFEST, source: JSON.stringify(manifest) });
    },
    closeBundle: {
      sequential: true,
      async handler(error) {
        if (error) return;
        const dist = resolve(config.root, config.build.outDir);
        const code = await workerCode(config, addresses);
        writeFileSync(join(dist, WORKER_FILE), withFiles(code, precachedFiles(dist)));
      },
    },
  };
}

/**
 * The files of a built site that the worker stores. Workbox replaces a file when its revision changes, and the worker
 * checks each file against its hash (src/app/worker/precache.ts).
 */
export function precachedFiles(dist: string): PrecacheEntry[] {
  const ofConsole = consoleFiles(readManifest(dist));
  return globSync(PRECACHED, { cwd: dist, exclude: [...NOT_PRECACHED, WORKER_FILE] })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((url) => !ofConsole.has(url))
    .sort()
    .map((url) => {
      const hash = createHash("sha256")
        .update(readFileSync(join(dist, url)))
        .digest();
      const revision = HASHED.test(url) ? null : hash.toString("hex");
      return { url, revision, integrity: `sha256-${hash.toString("base64")}` };
    });
}

/** Puts the list into the code of the worker. Throws unless the code expects it in exactly one place. */
export function withFiles(code: string, files: readonly PrecacheEntry[]): string {
  const [before, after, ...others] = code.split(INJECTION_POINT);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`${WORKER} must contain ${INJECTION_POINT} once`);
  return before + JSON.stringify(files) + after;
}

async function workerCode(
  { root, build: { target } }: ResolvedConfig,
  addresses: readonly string[],
): Promise<string> {
  const addressesModule: Plugin = {
    name: "academy:worker-addresses",
    resolveId: (id) => (id === ADDRESSES ? `\0${ADDRESSES}` : undefined),
    load: (id) =>
      id === `\0${ADDRESSES}` ? `export const addresses = ${JSON.stringify(addresses)};` : undefined,
  };
  const result = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    // Workbox logs to the console of a development build.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    plugins: [addressesModule],
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: join(root, WORKER), output: { codeSplitting: false } },
    },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  return output[0].code;
}
