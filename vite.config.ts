import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { OLDEST_BROWSERS } from "./src/domain/oldestBrowsers.ts";
import { SITE } from "./src/domain/site.ts";
import { assetList } from "./tools/release/assetList.ts";
import { browserCheck } from "./tools/site/browserCheck.ts";
import { builtFacts } from "./tools/site/builtFacts.ts";
import { chunkGroupOf } from "./tools/site/chunkGroups.ts";
import { courseModel } from "./tools/site/courseModel.ts";
import { hostFiles } from "./tools/site/hostFiles.ts";
import { legalTexts } from "./tools/site/legalTexts.ts";
import { pageColumns } from "./tools/site/pageColumns.ts";
import { clientRenderedAddresses, readPageTable } from "./tools/site/pageTable.ts";
import { preloadsOf } from "./tools/site/preloads.ts";
import { prerender } from "./tools/site/prerender.ts";
import { publicEnv } from "./tools/site/publicEnv.ts";
import { pwa } from "./tools/site/pwa.ts";
import { searchFiles } from "./tools/site/searchFiles.ts";
import { siteNames } from "./tools/site/siteNames.ts";

/** Packages that every page needs and that rarely change, in two files, because src/app/start.ts runs them separately. */
const REACT = /node_modules\/(react|react-dom|scheduler)\//;
const BASE = [
  /node_modules\/(react-router|react-router-dom)\//,
  /node_modules\/lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|icons\/(check|arrow-right|arrow-left)|shared\/.*)\.mjs$/,
  /src\/ui\/(cx|jsx|buttonStyle|Button|LinkButton|TextLink|Card|FactList|page\/updateHold|overlay\/toast|pattern\/ThreadPattern)\.tsx?$/,
  /src\/(domain\/(site|store|provider\/(facts|readFacts))|platform\/providerFacts)\.ts$/,
];

/** What the academy page and a lesson load. */
const OUTLINE = /\/(src\/ui\/(Badge|Disclosure|pattern\/modulePattern)\.tsx?|icons\/chevron-down\.mjs)$/;
/** What a lesson loads, and a public page after an action at most. */
const READING =
  /\/(src\/(db\/store\/identityHint|domain\/course\/steps|features\/player\/reading\/(place|textParts))\.ts|icons\/(clock|circle-check|circle-dashed)\.mjs)$/;

const inPackages = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
/**
 * Builds that are smaller than those that the packages export. React Router exports its development build only; the
 * production build differs only in having no warnings. Dexie exports its build for ES5, and publishes one for browsers
 * with async functions.
 */
const SMALLER_BUILDS = [
  { find: /^react-router$/, replacement: inPackages("react-router/dist/production/index.mjs") },
  { find: /^react-router\/dom$/, replacement: inPackages("react-router/dist/production/dom-export.mjs") },
  { find: /^dexie$/, replacement: inPackages("dexie/dist/modern/dexie.mjs") },
];

/** pdf.js imports these decoders of images by name, so they have no hash, and hosts let browsers ask for them anew. */
const PDF_DECODER = /pdfjs-dist\/wasm\//;
const assetName = ({ originalFileNames }: { originalFileNames: string[] }) =>
  originalFileNames.some((name) => PDF_DECODER.test(name))
    ? "pdfjs/[name][extname]"
    : "assets/[name]-[hash][extname]";

const ROOT = import.meta.dirname;
const pageTable = await readPageTable(ROOT);
const preloads = preloadsOf(pageTable);
const groupOf = chunkGroupOf(ROOT, pageTable);
const { facts } = builtFacts(process.env);

export default defineConfig(({ command }) => ({
  resolve: { alias: command === "build" ? SMALLER_BUILDS : [] },
  define: { CLIENT_RENDERED_ADDRESSES: JSON.stringify(clientRenderedAddresses(pageTable)) },
  plugins: [
    publicEnv(),
    react({ jsxImportSource: "#jsx" }),
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
    pwa(),
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
        assetFileNames: assetName,
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
              name: "kept-pdfjs",
              test: /\/pdfjs-dist\/|src\/features\/checkout\/form\/drawPdf\.ts$/,
              includeDependenciesRecursively: false,
            },
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
