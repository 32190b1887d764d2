import { basename } from "node:path";
import type { PageTable } from "./pageTable.ts";

/** Parts of the app that are no pages and are needed as seldom as the pages that are not preloaded, or after them. */
const RARE_PARTS = [
  "SignOutHere",
  "SignOutDialog",
  "PasswordGate",
  "MemberLayout",
  "ToastList",
  "UpdatePrompt",
  "active",
];
/** What the app itself needs, so that it is there before any page asks for it. */
const ALWAYS_THERE = /\/(react|base|rolldown-runtime|index)-[^/]*\.(js|css)$/;
const APP = /\/main-[^/]*\.js$/;

/**
 * Which scripts the chunk `host` is to list beside an import of the chunk `file`, so that the browser fetches them together
 * with it: Vite's `modulePreload.resolveDependencies`. A chunk has the name of its module.
 */
export function preloadsOf({ pages, mailPages }: PageTable) {
  const rare = [...pages, ...mailPages].filter(({ isPreloaded }) => !isPreloaded);
  const names = rare.map(({ module }) => basename(module, ".tsx"));
  const notListed = new RegExp(`/(${[...names, ...RARE_PARTS].join("|")})-[^/]*\\.js$`);
  return (file: string, scripts: string[], host: string): string[] => {
    if (notListed.test(file)) return [];
    return APP.test(host) ? scripts.filter((each) => !ALWAYS_THERE.test(each)) : scripts;
  };
}
