import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { OLDEST_BROWSERS } from "./src/domain/oldestBrowsers.ts";
import { SITE } from "./src/domain/site.ts";
import { lessonOutlines } from "./tools/content/lessonOutlines.ts";
import { assetList } from "./tools/release/assetList.ts";
import { browserCheck } from "./tools/site/browserCheck.ts";
import { builtFacts } from "./tools/site/builtFacts.ts";
import { courseModel } from "./tools/site/courseModel.ts";
import { hostFiles } from "./tools/site/hostFiles.ts";
import { legalTexts } from "./tools/site/legalTexts.ts";
import { clientRenderedAddresses, readPageTable } from "./tools/site/pageTable.ts";
import { prerender } from "./tools/site/prerender.ts";
import { publicEnv } from "./tools/site/publicEnv.ts";
import { pwa } from "./tools/site/pwa.ts";
import { searchFiles } from "./tools/site/searchFiles.ts";
import { sharedChunkOf } from "./tools/site/sharedChunk.ts";
import { siteNames } from "./tools/site/siteNames.ts";

/** What every page runs on. */
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//;
/** pdf.js imports these decoders of images by name, so they have no hash, and hosts let browsers ask for them anew. */
const PDF_DECODER = /pdfjs-dist\/wasm\//;
const assetName = ({ originalFileNames }: { originalFileNames: string[] }) =>
  originalFileNames.some((name) => PDF_DECODER.test(name))
    ? "pdfjs/[name][extname]"
    : "assets/[name]-[hash][extname]";

const ROOT = import.meta.dirname;
const pageTable = await readPageTable(ROOT);
const sharedChunk = sharedChunkOf(ROOT, pageTable);
const { facts } = builtFacts(process.env);

export default defineConfig({
  define: { CLIENT_RENDERED_ADDRESSES: JSON.stringify(clientRenderedAddresses(pageTable)) },
  plugins: [
    publicEnv(),
    react({ jsxImportSource: "#jsx" }),
    tailwindcss(),
    siteNames(SITE),
    browserCheck(ROOT, { name: SITE.name, supportEmail: facts.supportEmail }),
    legalTexts(facts),
    courseModel(),
    lessonOutlines(),
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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Names of files have no dash but ours.
        hashCharacters: "hex",
        assetFileNames: assetName,
        codeSplitting: {
          groups: [
            { name: "framework", test: FRAMEWORK },
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
            { name: sharedChunk, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
