// JavaScript size budgets (gzipped): three round numbers with room, because nobody feels a kilobyte. The files are those in the
// manifest of the local build: run `npm start`, then `size-limit`.
import { readFileSync } from "node:fs";
import { APP_MODULE, chunksOf, FIRST_MODULE, readManifest, withLater } from "./tools/checks/pageChunks.ts";
import { moduleAt, playerModules, readPageTable } from "./tools/site/pageTable.ts";

const DIST = "dist";
const manifest = readManifest(DIST);
const table = await readPageTable(import.meta.dirname);
const { pages } = JSON.parse(readFileSync(`${DIST}/.vite/addresses.json`, "utf8"));
const AFTER_LOAD = ["src/app/frame/AfterFirstPaint.tsx"];

/** Loaded only after an action (scrolling to the carousel, sending a form, opening a legal text from another page), or if signed in. */
const ON_USE = /CarouselMotion|sendMessage|askInterest|^virtual:legal|OwnerActions|NotEnrolled/;

const budget = (name, limit, modules) => ({
  name,
  limit,
  gzip: true,
  path: chunksOf(manifest, [FIRST_MODULE, ...modules]).map((file) => `${DIST}/${file}`),
});

const publicPages = new Set(Object.values(pages).map(({ module }) => module));

export default [
  ...[...publicPages].map((module) =>
    budget(`${module}, with everything it loads by itself`, "150 kB", [
      APP_MODULE,
      ...withLater(manifest, module).filter((each) => !ON_USE.test(each)),
      ...AFTER_LOAD,
    ]),
  ),
  budget("a lesson, in the app", "220 kB", [APP_MODULE, ...playerModules(table)]),
  budget("the largest screen of the staff console", "250 kB", [
    APP_MODULE,
    moduleAt(table, "/staff/*"),
    "src/features/staff/orders/OrderScreen.tsx",
  ]),
];
