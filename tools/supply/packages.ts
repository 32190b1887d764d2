import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Package = {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
  /** In npm's form: the algorithm, a hyphen, base64. Null where the lock file has none. */
  integrity: string | null;
  /** Whether it is used only for builds and tests. */
  isDevelopment: boolean;
  /** The place in the folder tree, such as `a/node_modules/b`. */
  path: string;
  /** The paths of its dependencies. */
  uses: string[];
};

/** The part of npm's lock file, version 3, that is read here. */
type Entry = {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  /** Set for a link to one of our own packages, which `resolved` names. */
  link?: boolean;
  resolved?: string;
};

const FOLDER = "node_modules/";
/** The licences of packages whose metadata has no SPDX expression, read from the package's own files. */
const READ_BY_HAND: Record<string, string> = {
  "@digitalbazaar/credentials-context": "BSD-3-Clause AND W3C-20150513",
  format: "MIT",
};

/**
 * Every third-party package that `npm ci` would install on any platform; those in `packages/` are our own. Throws when
 * one has no known licence.
 */
export function lockedPackages(root: string): Package[] {
  const packages = readLock(root);
  const familyOf = new Map<string, string | undefined>();
  for (const { license, optionalDependencies = {} } of Object.values(packages))
    for (const name of Object.keys(optionalDependencies)) familyOf.set(name, license);

  return Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.includes(FOLDER) || entry.link) return [];
    const name = entry.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    // A platform-specific part has the licence of the package that it belongs to.
    const licence = READ_BY_HAND[name] ?? entry.license ?? familyOf.get(name);
    if (!licence)
      throw new Error(
        `${name} declares no licence. Read the package and add its licence to tools/supply/packages.ts`,
      );
    const { version = "", integrity = null, dev: isDevelopment = false } = entry;
    return [{ name, version, licence, integrity, isDevelopment, path, uses: usedBy(packages, path) }];
  });
}

/** The paths of the dependencies of the academy and of its own packages. */
export function usedFromRoot(root: string): string[] {
  const packages = readLock(root);
  return Object.keys(packages)
    .filter((path) => !path.includes(FOLDER))
    .flatMap((path) => usedBy(packages, path));
}

function readLock(root: string): Record<string, Entry> {
  const lock: { packages: Record<string, Entry> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  return lock.packages;
}

function usedBy(packages: Record<string, Entry>, path: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return names.flatMap((name) => locate(packages, path, name) ?? []);
}

/** Where Node finds a package from the one at `path` (the root is ""): in its folder, or in one above. */
function locate(packages: Record<string, Entry>, path: string, name: string): string | undefined {
  const own = `${path === "" ? "" : `${path}/`}${FOLDER}${name}`;
  if (own in packages) return own;
  if (path === "") return undefined;
  return locate(packages, path.slice(0, Math.max(0, path.lastIndexOf(`/${FOLDER}`))), name);
}
