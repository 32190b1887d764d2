import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { OLDEST_BROWSERS } from "./src/domain/oldestBrowsers.ts";
import { SITE } from "./src/domain/site.ts";
import { readManifest } from "./tools/checks/pageChunks.ts";
import { assetList } from "./tools/release/assetList.ts";
import { browserCheck } from "./tools/site/browserCheck.ts";
import { builtFacts } from "./tools/site/builtFacts.ts";
import { chunkGroupOf } from "./tools/site/chunkGroups.ts";
import { consoleFiles } from "./tools/site/consoleFiles.ts";
import { courseModel } from "./tools/site/courseModel.ts";
import { hostFiles } from "./tools/site/hostFiles.ts";
import { legalTexts } from "./tools/site/legalTexts.ts";
import { manifest } from "./tools/site/manifest.ts";
import { pageColumns } from "./tools/site/pageColumns.ts";
import { clientRenderedAddresses, readPageTable } from "./tools/site/pageTable.ts";
import { preloadsOf } from "./tools/site/preloads.ts";
import { prerender } from "./tools/site/prerender.ts";
import { publicEnv } from "./tools/site/publicEnv.ts";
import { searchFiles } from "./tools/site/searchFiles.ts";
import { siteNames } from "./tools/site/siteNames.ts";
import { workerAddresses } from "./tools/site/workerAddresses.ts";

/** Packages that every page needs and that rarely change, in two files, because src/app/start.ts runs them separately. */
const REACT = /node_modules\/(react|react-dom|scheduler)\//;
const BASE = [
  /node_modules\/(react-router|react-router-dom)\//,
  /node_modules\/lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|icons\/(check|arrow-right|arrow-left)|shared\/.*)\.mjs$/,
  /src\/ui\/(cx|buttonStyle|Button|LinkButton|TextLink|Card|FactList|page\/updateHold|overlay\/toast|pattern\/ThreadPattern)\.tsx?$/,
  /src\/(domain\/(site|store|provider\/(facts|readFacts))|platform\/providerFacts)\.ts$/,
];

/** What the academy page and a lesson load. */
const OUTLINE = /\/(src\/ui\/(Badge|Disclosure|pattern\/modulePattern)\.tsx?|icons\/chevron-down\.mjs)$/;
/** What a lesson loads, and a public page after an action at most. */
const READING =
  /\/(src\/(db\/store\/identityHint|domain\/course\/steps|features\/player\/reading\/(place|textParts))\.ts|icons\/(clock|circle-check|circle-dashed)\.mjs)$/;

/**
 * React Router's package exports its development build only. The production build differs only in having no warnings.
 */
const REACT_ROUTER = fileURLToPath(new URL("node_modules/react-router/dist/production", import.meta.url));
const PRODUCTION_ROUTER = [
  { find: /^react-router$/, replacement: `${REACT_ROUTER}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${REACT_ROUTER}/dom-export.mjs` },
];

const ROOT = import.meta.dirname;
const pageTable = await readPageTable(ROOT);
const preloads = preloadsOf(pageTable);
const groupOf = chunkGroupOf(ROOT, pageTable);
const { facts } = builtFacts(process.env);

/** The output folder of this build; a release uses a different one (tools/buildForHost.ts). */
let dist: string;
const readFolder: Plugin = {
  name: "academy:read-folder",
  apply: ({ build }, { command }) => command === "build" && !build?.ssr,
  configResolved: ({ root, build }) => {
    dist = resolve(root, build.outDir);
  },
};

/** Leaves out what only the staff console loads. */
function withoutConsole<Entry extends { url: string }>(entries: Entry[]) {
  const left = consoleFiles(readManifest(dist));
  return { manifest: entries.filter(({ url }) => !left.has(url)), warnings: [] };
}

/** Adds the hash with which the worker identifies each of its files (src/app/worker/precache.ts). */
async function withIntegrity<Entry extends { url: string }>(entries: Entry[]) {
  const manifest = entries.map((entry) => {
    const bytes = readFileSync(join(dist, entry.url));
    return { ...entry, integrity: `sha256-${createHash("sha256").update(bytes).digest("base64")}` };
  });
  return { manifest, warnings: [] };
}

export default defineConfig(({ command }) => ({
  resolve: { alias: command === "build" ? PRODUCTION_ROUTER : [] },
  plugins: [
    readFolder,
    publicEnv(),
    react(),
    tailwindcss(),
    siteNames(SITE),
    browserCheck(ROOT, { name: SITE.name, supportEmail: facts.supportEmail }),
    legalTexts(facts),
    courseModel(),
    pageColumns(ROOT),
    prerender(),
    searchFiles(),
    assetList(),
    hostFiles(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      // The learner decides when a new version takes over (offline rule 18); src/app/frame/AfterFirstPaint registers the
      // worker.
      registerType: "prompt",
      injectRegister: false,
      manifest,
      manifestFilename: "site.webmanifest",
      includeManifestIcons: false,
      injectManifest: {
        // The shells are the only documents in the precache. A prerendered page is fetched or, when offline, rendered
        // by its code.
        globPatterns: [
          "**/*.{js,css,woff2}",
          "app.html",
          "academy/course/*.{html,json}",
          "icons/favicon.svg",
          "site.webmanifest",
        ],
        // Fetched on use, and cached where they are needed offline (src/db/store/keptAssets.ts).
        globIgnores: ["**/*latin-ext*", "**/*vietnamese*", "**/kept-*"],
        manifestTransforms: [withoutConsole, withIntegrity],
        buildPlugins: { vite: [workerAddresses(clientRenderedAddresses(pageTable))] },
      },
    }),
  ],
  build: {
    outDir: "dist",
    target: Object.entries(OLDEST_BROWSERS).map(([name, version]) => name + version),
    manifest: true,
    // The content security policy does not allow `data:` fonts, and a hashed file is cached forever anyway.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, scripts, { hostId }) => preloads(file, scripts, hostId),
    },
    rolldownOptions: {
      output: {
        // The first chunk of every page lists some seventy of these names, so hashes are short. Seven digits are enough.
        hashCharacters: "hex",
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            { name: "react", test: REACT },
            { name: "base", test: (id) => BASE.some((pattern) => pattern.test(id)) },
            // These are needed together, and every further chunk makes the list in the first chunk longer.
            { name: "TextInput", test: /src\/ui\/(TextInput\.tsx|controlStyle\.ts)$/ },
            { name: "outline", test: OUTLINE, includeDependenciesRecursively: false },
            { name: "reading", test: READING, includeDependenciesRecursively: false },
            // Without their imports, which public pages may load. No group imports a later one, so there are no cycles.
            { name: groupOf, minShareCount: 2, includeDependenciesRecursively: false },
            { name: "kept-pdf", test: /@cantoo\/pdf-lib\/|src\/platform\/pdfChunk\.ts$/ },
            {
              name: "kept-proof",
              test: /node_modules\/(@digitalbazaar|@digitalcredentials)\/|src\/features\/verify\/proofChunk\.ts$/,
            },
          ],
        },
      },
    },
  },
}));
