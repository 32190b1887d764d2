import { join } from "node:path";
import type { PageTable } from "./pageTable.ts";

/** The part of the bundler's module graph that is read here. */
type Graph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
};

/** The only script before the first paint. What it imports stays with it. */
const START = "src/app/start.ts";
/** What every page loads then, and what an instant lesson loads first. */
const FIRST = ["src/app/main.tsx", "src/app/frame/AfterFirstPaint.tsx", "src/instant-lesson/takeOver.ts"];

/**
 * Names the chunk of a module that pages share: "site" if a page for visitors loads it, who get nothing that only learners
 * need, else "learner". A page, and
 * what is only loaded with `import()`, keep chunks of their own, by whose names the build finds them.
 */
export function sharedChunkOf(root: string, { pages }: PageTable) {
  const ofPages = new Set(pages.map(({ module }) => join(root, module)));
  const forVisitors = pages.filter(({ isPrerendered }) => isPrerendered).map(({ module }) => module);
  let modules: { ofStart: Set<string>; ofSite: Set<string> } | undefined;
  return (id: string, graph: Graph): "site" | "learner" | null => {
    const reachedFrom = (starts: readonly string[]) => {
      const seen = new Set<string>();
      const visit = (module: string) => {
        if (seen.has(module)) return;
        seen.add(module);
        graph.getModuleInfo(module)?.importedIds.forEach(visit);
      };
      for (const module of starts) visit(join(root, module));
      return seen;
    };
    modules ??= { ofStart: reachedFrom([START]), ofSite: reachedFrom([...FIRST, ...forVisitors]) };
    if (modules.ofStart.has(id)) return null;
    if (ofPages.has(id) || graph.getModuleInfo(id)?.importers.length === 0) return null;
    return modules.ofSite.has(id) ? "site" : "learner";
  };
}
