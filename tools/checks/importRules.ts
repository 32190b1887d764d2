import type { ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser";

// The import rules: every folder is one stage of the data flow, and imports go in one direction.

/** Tests may import the shared test helpers. */
const TEST = "[.]test[.]tsx?$";

const only = (name: string, from: string, allowed: string[], comment: string): IForbiddenRuleType => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: TEST },
  to: { pathNot: allowed },
});

const lockedTo = (pkg: string, folders: string[]): IForbiddenRuleType => ({
  name: `${pkg.replace(/\W+/g, "-").replace(/^-/, "")}-is-locked`,
  severity: "error",
  comment: `${pkg} is used only in ${folders.join(", ")}`,
  from: {
    path: "^(src|functions|server|packages|tools)/",
    pathNot: [...folders.map((each) => `^${each}/`), TEST],
  },
  to: { path: `node_modules/${pkg}(/|$)` },
});

const REACT = "node_modules/(react|react-dom|@types/react|@types/react-dom)/";

export const FORBIDDEN_IMPORTS: IForbiddenRuleType[] = [
  only("domain-is-pure", "^src/domain/", ["^src/domain/", "node_modules/zod/"], "rules know nothing but zod"),
  only(
    "entities-know-domain",
    "^src/entities/",
    ["^src/(entities|domain)/", "node_modules/(zod|uuid)/"],
    "a synced entity knows the domain, and neither a store nor a screen",
  ),
  only(
    "ui-has-no-data",
    "^src/ui/",
    [
      "^src/(ui/|platform/loadCode\\.ts$|domain/store\\.ts$)",
      REACT,
      "node_modules/(react-router|react-router-dom|lucide-react|embla-carousel-react)/",
    ],
    "primitives know no data and no routes; loading code and a store of their own are neither",
  ),
  only(
    "db-knows-domain",
    "^src/db/",
    ["^src/(db|entities|domain)/", REACT, "node_modules/(dexie|dexie-react-hooks|uuid)/"],
    "the store knows the entities and the rules",
  ),
  only(
    "platform-adapts",
    "^src/platform/",
    [
      "^src/(platform|domain|db)/",
      REACT,
      "node_modules/(react-router|react-router-dom|@supabase/supabase-js|zod)/",
    ],
    "adapters know the rules, the device database and the address that the router shows",
  ),
  only(
    "sync-moves-data",
    "^src/sync/",
    ["^src/(sync|db|entities|domain|platform)/", "node_modules/(zod|uuid)/"],
    "sync knows no React",
  ),
  {
    name: "features-are-strangers",
    severity: "error",
    comment: "features meet only in a route, so deleting a feature is deleting a folder",
    from: { path: "^src/features/([^/]+)/" },
    to: { path: "^src/features/", pathNot: "^src/features/$1/" },
  },
  {
    name: "features-know-no-app",
    severity: "error",
    comment: "a feature uses entities, domain, db, sync, platform and ui",
    from: { path: "^src/features/" },
    to: { path: "^src/", pathNot: "^src/(features|entities|domain|db|sync|platform|ui)/" },
  },
  {
    name: "browser-knows-no-server",
    severity: "error",
    comment: "nothing that is built for the browser imports server code",
    from: { path: "^src/", pathNot: TEST },
    to: { path: "^(server|packages|functions|tools|tests|bench)/" },
  },
  {
    name: "browser-loads-zod-mini",
    severity: "error",
    comment:
      "the browser's schemas use zod/mini: zod is more than twice as large in the build (decision 0048)",
    from: { path: "^src/" },
    to: { path: "node_modules/zod/", pathNot: "node_modules/zod/mini/" },
  },
  {
    name: "functions-are-strangers",
    severity: "error",
    comment: "a function uses _shared and the domain",
    from: { path: "^functions/([^/]+)/", pathNot: TEST },
    to: {
      path: "^(functions|src|server|packages|tools|tests|bench)/",
      pathNot: ["^functions/($1|_shared)/", "^src/domain/"],
    },
  },
  {
    name: "server-uses-functions-and-domain",
    severity: "error",
    comment: "the embedded server mounts what production runs",
    from: { path: "^server/", pathNot: TEST },
    to: { path: "^(src|tests|tools)/", pathNot: ["^src/domain/", "^tools/content/"] },
  },
  {
    name: "packages-stand-alone",
    severity: "error",
    comment:
      "a package could be published: it imports nothing from the rest of the repository, its tests neither",
    from: { path: "^packages/([^/]+)/" },
    to: { path: "^(src|functions|server|packages|tools|tests|bench)/", pathNot: "^packages/$1/" },
  },
  {
    name: "packages-by-name",
    severity: "error",
    comment: "a package is imported by its name, through an entry of its package.json, and never by a path",
    from: { pathNot: "^packages/" },
    to: { path: "^packages/", dependencyTypesNot: ["aliased-workspace"] },
  },
  {
    name: "packages-testing-is-for-tests",
    severity: "error",
    comment: "what a package offers to tests is for tests and measurements",
    from: { path: "^(src|functions|server|tools|packages)/", pathNot: [TEST, "/testing/"] },
    to: { path: "^packages/[^/]+/testing([.]ts$|/)" },
  },
  {
    name: "run-without-dev-packages",
    severity: "error",
    comment: "`npm start` and the like install no development package (tools/launch.mjs)",
    from: {
      path: "^(src|functions|server|packages)/|^tools/(content|release|site)/|^(tools/(build|dev|staff|start|viteBuild)[^/]*|vite[.]config)[.]ts$",
      pathNot: [TEST, "^packages/[^/]+/(tests|testing)"],
    },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  },
  lockedTo("dexie", ["src/db"]),
  lockedTo("dexie-react-hooks", ["src/db"]),
  lockedTo("@supabase/supabase-js", [
    "src/platform",
    "functions/_shared",
    "server",
    "tools/content",
    "packages/local-supabase",
    "tools/deploy",
  ]),
  lockedTo("stripe", ["functions", "server", "packages/stripe-simulator", "tools/deploy"]),
  { name: "no-cycles", severity: "error", comment: "one way only", from: {}, to: { circular: true } },
  {
    name: "no-unresolvable",
    severity: "error",
    comment: "every import exists",
    from: { pathNot: TEST },
    to: { couldNotResolve: true, pathNot: "^virtual:" },
  },
];

export const CRUISE_OPTIONS = {
  doNotFollow: { path: "node_modules" },
  exclude: { path: "^(dist|dist-previous|dist-release[^/]*)/" },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: "tsconfig.base.json" },
  enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
} satisfies ICruiseOptions;
