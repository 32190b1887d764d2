import { basename } from "node:path";
import type { PageTable } from "./pageTable.ts";

/**
 * Parts of the app, other than pages, that are needed only after a page has loaded, or as rarely as the pages that are
 * not preloaded.
 */
const RARE_PARTS = [
  "SignOutHere",
  "SignOutDialog",
  "PasswordGate",
  "MemberLayout",
  "ToastList",
  "AfterFirstPaint",
  "active",
];
/** Chunks that the app itself needs, so they are loaded before any page requests them. */
const ALWAYS_THERE = /\/(react|base|rolldown-runtime|index)-[^/]*\.(js|css)$/;
/** What it imports is needed only when a new version is accepted. */
const AFTER_LOAD = /\/AfterFirstPaint-[^/]*\.js$/;
const APP = /\/main-[^/]*\.js$/;

/**
 * Vite's `modulePreload.resolveDependencies`: the scripts that the chunk `host` lists with an import of the chunk `file`, so
 * that the browser fetches them in parallel. A chunk has the name of its module.
 */
export function preloadsOf({ pages, mailPages }: PageTable) {
  const rare = [...pages, ...mailPages].filter(({ isPreloaded }) => !isPreloaded);
  const names = rare.map(({ module }) => basename(module, ".tsx"));
  const notListed = new RegExp(`/(${[...names, ...RARE_PARTS].join("|")})-[^/]*\\.js$`);
  return (file: string, scripts: string[], host: string): string[] => {
    if (notListed.test(file) || AFTER_LOAD.test(host)) return [];
    return APP.test(host) ? scripts.filter((each) => !ALWAYS_THERE.test(each)) : scripts;
  };
}
