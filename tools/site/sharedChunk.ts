import { join } from "node:path";
import type { PageTable } from "./pageTable.ts";

/** The part of the bundler's module graph that is read here. */
type Graph = {
  getModuleInfo(
    id: string,
  ): Record<"importedIds" | "dynamicallyImportedIds" | "importers", readonly string[]> | null;
};

/** What runs before the first paint. It stays in the chunk of index.html. */
const START = "src/app/start.ts";
/** What every page loads then, and what an instant lesson loads first. */
const FIRST = ["src/app/main.tsx", "src/app/frame/AfterFirstPaint.tsx", "src/instant-lesson/takeOver.ts"];
/** What every page of a learner loads besides its own module. */
const MEMBER = ["src/app/member/MemberLayout.tsx", "src/sync/learnerSync.ts"];

/** The page of a lesson. */
const LESSON = "src/app/routes/course.tsx";

const FORM = /\/node_modules\/(react-hook-form|@hookform)\//;

/**
 * Names the chunk of a module that pages share:
 * - "site": what every page loads, and what a page for visitors shares with any other page. Visitors get nothing else
 * - "learner": what else two pages for learners share, and every page of a learner or the console uses
 * - "lesson": what else the page of a lesson shares with another page for learners
 * - "study": what else two pages for learners share
 * - "form": the forms' library, which the console loads only when staff fill in something
 * - "console": what else the console of the staff shares with another page
 * - "guest": what else two pages share, which sign in or sell
 *
 * Whatever a module of these chunks imports is in them or in an earlier one, so no two chunks import each other: if they did,
 * one of them would run before what it needs. A page, and what is only loaded with `import()`, keep chunks of their own, by
 * whose names the build finds them.
 */
export function sharedChunkOf(root: string, { pages, mailPages }: PageTable) {
  const modulesOf = (rows: PageTable["pages"]) => rows.map(({ module }) => join(root, module));
  const all = [...pages, ...mailPages];
  const visitors = modulesOf(pages.filter(({ isPrerendered }) => isPrerendered));
  const learners = modulesOf(pages.filter(({ audience }) => audience === "learner"));
  const staff = modulesOf(pages.filter(({ audience }) => audience === "staff"));
  const ofPages = new Set(modulesOf(all));
  const member = MEMBER.map((module) => join(root, module));
  let chunks: ReturnType<typeof divide> | undefined;

  const divide = (graph: Graph) => {
    /** What at least so many of the modules import, directly or not. */
    const reached = (starts: readonly string[], least = 1, when?: "later") => {
      const counts = new Map<string, number>();
      for (const start of starts) {
        const seen = new Set<string>();
        const visit = (module: string) => {
          if (seen.has(module)) return;
          seen.add(module);
          counts.set(module, (counts.get(module) ?? 0) + 1);
          const info = graph.getModuleInfo(module);
          info?.importedIds.forEach(visit);
          if (when === "later") info?.dynamicallyImportedIds.forEach(visit);
        };
        visit(start);
      }
      return new Set([...counts.keys()].filter((module) => (counts.get(module) ?? 0) >= least));
    };
    const ofTwo = reached([...member, ...modulesOf(all)], 2);
    const ofVisitors = reached(visitors);
    // Its screens are loaded later.
    const ofStaff = reached(staff, 1, "later");
    const ofLearners = reached([...member, ...learners], 2);
    const ofMember = reached(member);
    const ofLesson = reached([join(root, LESSON)]);
    return {
      ofStart: reached([join(root, START)]),
      site: new Set([
        ...reached(FIRST.map((module) => join(root, module))),
        ...[...ofTwo].filter((module) => ofVisitors.has(module)),
      ]),
      learner: new Set([...ofLearners].filter((module) => ofMember.has(module) || ofStaff.has(module))),
      lesson: new Set([...ofLearners].filter((module) => ofLesson.has(module))),
      study: ofLearners,
      form: new Set([...ofTwo].filter((module) => FORM.test(module))),
      console: new Set([...ofTwo].filter((module) => ofStaff.has(module))),
      guest: ofTwo,
    };
  };
  return (id: string, graph: Graph): (typeof ORDER)[number] | null => {
    chunks ??= divide(graph);
    if (ofPages.has(id) || chunks.ofStart.has(id) || graph.getModuleInfo(id)?.importers.length === 0)
      return null;
    const found = chunks;
    return ORDER.find((name) => found[name].has(id)) ?? null;
  };
}

/** The first chunk that has a module contains it. */
const ORDER = ["site", "learner", "lesson", "study", "form", "console", "guest"] as const;
