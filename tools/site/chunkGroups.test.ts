import { describe, expect, it } from "vitest";
import { chunkGroupOf } from "./chunkGroups.ts";

const ROOT = "/site";

/** A site in which the player and a public page share a module, and the player and the frame of learners' pages another. */
const IMPORTS: Record<string, { imports?: string[]; later?: string[] }> = {
  "src/app/main.tsx": { imports: ["src/domain/paths.ts"] },
  "src/features/landing/LandingPage.tsx": { later: ["src/ui/carousel/CarouselMotion.tsx"] },
  "src/ui/carousel/CarouselMotion.tsx": { imports: ["src/ui/Banner.tsx"] },
  "src/app/member/MemberLayout.tsx": { imports: ["src/platform/session/auth.tsx", "src/domain/paths.ts"] },
  "src/features/dashboard/DashboardPage.tsx": {
    imports: ["src/ui/Progress.tsx", "src/features/workbook/terms.ts", "src/domain/dates.ts"],
  },
  "src/features/quiz/QuizPanel.tsx": { imports: ["src/ui/Progress.tsx", "src/entities/attempt.ts"] },
  "src/app/routes/glossary.tsx": { imports: ["src/features/workbook/terms.ts"] },
  "src/features/verify/VerifyPage.tsx": { imports: ["src/domain/dates.ts"] },
  "src/db/live.ts": { imports: ["node_modules/dexie/dist/dexie.js"] },
  "src/app/routes/course.tsx": {
    imports: ["src/platform/session/auth.tsx", "src/db/live.ts", "src/ui/Banner.tsx", "src/domain/steps.ts"],
  },
};

const graph = {
  getModuleInfo(id: string) {
    const { imports = [], later = [] } = IMPORTS[id.slice(ROOT.length + 1)] ?? {};
    const full = (paths: string[]) => paths.map((path) => `${ROOT}/${path}`);
    return { importedIds: full(imports), dynamicallyImportedIds: full(later) };
  },
};

const LANDING = {
  path: "/",
  module: "src/features/landing/LandingPage.tsx",
  isPrerendered: true,
  isPreloaded: true,
  isForLearners: false,
};
const VERIFY = {
  ...LANDING,
  path: "/verify/:id",
  module: "src/features/verify/VerifyPage.tsx",
  isPrerendered: false,
};

describe("the chunks that learners' pages share", () => {
  const chunkOf = chunkGroupOf(ROOT, { pages: [LANDING, VERIFY], mailPages: [] });
  const groupOf = (path: string) => chunkOf(`${ROOT}/${path}`, graph);

  it("put a module into the first group that needs it", () => {
    expect(groupOf("src/platform/session/auth.tsx")).toBe("member");
    expect(groupOf("node_modules/dexie/dist/dexie.js")).toBe("store");
    expect(groupOf("src/domain/steps.ts")).toBe("player");
  });

  it("put what the dashboard and the later parts of a lesson share into two", () => {
    expect(groupOf("src/ui/Progress.tsx")).toBe("desk");
    expect(groupOf("src/entities/attempt.ts")).toBe("study");
  });

  it("leave out of these what a page loads that needs little of them", () => {
    expect(groupOf("src/features/workbook/terms.ts")).toBeNull();
    expect(groupOf("src/domain/dates.ts")).toBeNull();
  });

  it("leave out what public pages load, even if they load it later", () => {
    expect(groupOf("src/domain/paths.ts")).toBeNull();
    expect(groupOf("src/ui/Banner.tsx")).toBeNull();
    expect(groupOf("src/features/staff/frame/areas.ts")).toBeNull();
  });
});
