import { join } from "node:path";
import type { PageTable } from "./pageTable.ts";

/** The part of the bundler's module graph that is read here. */
type Graph = {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};

/**
 * Chunks for modules that learners' pages share, in the order in which a learner needs them. A module belongs to the
 * first chunk that starts with it or with a module that imports it.
 */
const GROUPS: readonly (readonly [name: string, starts: readonly string[]])[] = [
  ["member", ["src/app/member/MemberLayout.tsx", "src/app/member/PasswordGate.tsx"]],
  ["store", ["src/db/live.ts", "src/db/store/active.ts", "src/db/study/enrollment.ts"]],
  ["player", ["src/app/routes/course.tsx"]],
  ["desk", ["src/features/dashboard/DashboardPage.tsx"]],
  [
    "study",
    [
      "src/features/workbook/Activities.tsx",
      "src/features/player/lesson/LessonEnd.tsx",
      "src/features/notes/LessonNotes.tsx",
      "src/features/quiz/QuizPanel.tsx",
    ],
  ],
  ["notices", ["src/app/frame/LearnerNotices.tsx", "src/features/sync-centre/SyncBadge.tsx"]],
];

/**
 * These groups leave out whatever is loaded by a page that needs little of them: by a page for others than learners, or by a
 * small page.
 */
const SPARED = ["desk", "study"];
const SMALL_PAGES = ["src/app/routes/account.tsx", "src/app/routes/glossary.tsx", "src/app/routes/sheet.tsx"];

/** What every page loads, and what an instant lesson loads first. */
const FIRST = [
  "src/app/start.ts",
  "src/app/main.tsx",
  "src/app/frame/AfterFirstPaint.tsx",
  "src/instant-lesson/takeOver.ts",
];

/**
 * Returns the name of the chunk for a module, or null if the bundler decides. It makes a chunk for each set of pages that
 * share a module. On a slow phone each chunk costs about 10 ms, mostly for its request to the service worker. What public
 * pages load is not grouped, so that they load nothing for learners.
 */
export function chunkGroupOf(root: string, { pages }: PageTable) {
  const publicPages = pages.filter(({ isPrerendered }) => isPrerendered).map(({ module }) => module);
  const otherPages = pages.filter(({ isForLearners }) => !isForLearners).map(({ module }) => module);
  let groups: { name: string; ids: Set<string> }[] | undefined;
  let ungrouped = new Set<string>();

  return (id: string, graph: Graph): string | null => {
    if (!groups) {
      const reach = (modules: readonly string[], isLaterIncluded = false) =>
        reachable(
          graph,
          modules.map((module) => join(root, module)),
          isLaterIncluded,
        );
      ungrouped = new Set([...reach(FIRST), ...reach(publicPages, true)]);
      const spared = reach([...otherPages, ...SMALL_PAGES]);
      groups = GROUPS.map(([name, starts]) => {
        const ids = [...reach(starts)].filter((module) => !SPARED.includes(name) || !spared.has(module));
        return { name, ids: new Set(ids) };
      });
    }
    if (ungrouped.has(id)) return null;
    return groups.find(({ ids }) => ids.has(id))?.name ?? null;
  };
}

/** These modules and everything that they import, in `import()` too if `isLaterIncluded`. */
function reachable(graph: Graph, starts: readonly string[], isLaterIncluded: boolean): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    info?.importedIds.forEach(visit);
    if (isLaterIncluded) info?.dynamicallyImportedIds.forEach(visit);
  };
  starts.forEach(visit);
  return seen;
}
