// JavaScript size budgets (gzipped). The files are those in the manifest of the local build: run `npm start`, then
// `size-limit`.
import { readFileSync } from "node:fs";
import { APP_MODULE, chunksOf, FIRST_MODULE, readManifest, withLater } from "./tools/checks/pageChunks.ts";
import { playerModules, readPageTable } from "./tools/site/pageTable.ts";

const DIST = "dist";
const manifest = readManifest(DIST);
const { pages } = JSON.parse(readFileSync(`${DIST}/.vite/addresses.json`, "utf8"));
const AFTER_LOAD = ["src/app/frame/AfterFirstPaint.tsx"];

/** Loaded only after an action: scrolling to the carousel, sending the form, opening a legal text from another page. */
const ON_USE = /CarouselMotion|sendMessage|^virtual:legal/;

const budget = (name, limit, modules) => ({
  name,
  limit,
  gzip: true,
  path: chunksOf(manifest, [FIRST_MODULE, ...modules]).map((file) => `${DIST}/${file}`),
});

const publicPages = new Set(Object.values(pages).map(({ module }) => module));

export default [
  budget("what comes before the first paint", "3.3 kB", []),
  ...[...publicPages].map((module) =>
    budget(`${module}, with everything it loads by itself`, "125 kB", [
      APP_MODULE,
      ...withLater(manifest, module).filter((each) => !ON_USE.test(each)),
      ...AFTER_LOAD,
    ]),
  ),
  // The target is 165 kB. Recovering the store, closing it for the back/forward cache and the three enrolment states
  // added 5 kB, and lessons by steps another 2.2 kB. Fewer chunks saved 3.7 kB of this, and Dexie's newer build 1.8 kB.
  // The rest still has to be saved elsewhere: a router without loaders would be 17 kB smaller. Reading a lesson offline
  // needs none of this code (decision 0023).
  budget("a lesson, in the app", "168.7 kB", [
    APP_MODULE,
    ...playerModules(await readPageTable(import.meta.dirname)),
  ]),
];
