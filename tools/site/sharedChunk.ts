import { join } from "node:path";
import type { PageTable } from "./pageTable.ts";

/** The part of the bundler's module graph that is read here. */
type Graph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
};

/** What runs before the first paint. It stays in the chunk of index.html. */
const START = "src/app/start.ts";
/** What every page loads then, and what an instant lesson loads first. */
const FIRST = ["src/app/main.tsx", "src/app/frame/AfterFirstPaint.tsx", "src/instant-lesson/takeOver.ts"];
/** What every page of a learner loads besides its own module. */
const MEMBER = ["src/app/member/MemberLayout.tsx", "src/sync/learnerSync.ts"];

/**
 * Names the chunk of a module that pages share:
 * - "site": what every page loads, and what a page for visitors shares with any other page. Visitors get nothing else
 * - "learner": what else two pages for learners share
 * - "guest": what else two pages share, which sign in or sell
 *
 * Whatever a module of these chunks imports is in them or in an earlier one, so no two chunks import each other: if they did,
 * one of them would run before what it needs. A page, and what is only loaded with `import()`, keep chunks of their own, by
 * whose names the build finds them.
 */
export function sharedChunkOf(root: string, { pages, mailPages }: PageTable) {
  const modulesOf = (rows: PageTable["pages"]) => rows.map(({ module }) => module);
  const all = [...pages, ...mailPages];
  const visitors = modulesOf(pages.filter(({ isPrerendered }) => isPrerendered));
  const learners = modulesOf(pages.filter(({ isForLearners }) => isForLearners));
  const ofPages = new Set(all.map(({ module }) => join(root, module)));
  let chunks: ReturnType<typeof divide> | undefined;

  const divide = (graph: Graph) => {
    /** What at least so many of the modules import, directly or not. */
    const reached = (starts: readonly string[], least = 1) => {
      const counts = new Map<string, number>();
      for (const start of starts) {
        const seen = new Set<string>();
        const visit = (module: string) => {
          if (seen.has(module)) return;
          seen.add(module);
          counts.set(module, (counts.get(module) ?? 0) + 1);
          graph.getModuleInfo(module)?.importedIds.forEach(visit);
        };
        visit(join(root, start));
      }
      return new Set([...counts.keys()].filter((module) => (counts.get(module) ?? 0) >= least));
    };
    const ofTwo = reached([...MEMBER, ...modulesOf(all)], 2);
    const ofVisitors = reached(visitors);
    return {
      ofStart: reached([START]),
      site: new Set([...reached(FIRST), ...[...ofTwo].filter((module) => ofVisitors.has(module))]),
      learner: reached([...MEMBER, ...learners], 2),
      guest: ofTwo,
    };
  };
  return (id: string, graph: Graph): "site" | "learner" | "guest" | null => {
    chunks ??= divide(graph);
    if (ofPages.has(id) || chunks.ofStart.has(id) || graph.getModuleInfo(id)?.importers.length === 0)
      return null;
    const { site, learner, guest } = chunks;
    return site.has(id) ? "site" : learner.has(id) ? "learner" : guest.has(id) ? "guest" : null;
  };
}
