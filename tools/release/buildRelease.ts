import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compressAll } from "../compressAll.ts";
import { addEarlierAssets, readPublishedList } from "./earlierAssets.ts";

/** What the build writes for hosts that do not read `_headers` and `_redirects`. */
const HOST_FILES = ["nginx.conf", "addresses.json"];

type Release = {
  /** The folder of the release: `site` is published as it is, `host` has what other hosts need. */
  target: string;
  /** The origin of the live site. */
  site: string;
  now: number;
  /** Whether to include the assets of earlier releases. */
  askSite: boolean;
  /** Builds the site into a folder, which does not exist yet. */
  build: (folder: string) => Promise<void>;
};

/**
 * Builds a release in a temporary folder, which replaces that of the last release only when it is complete. Throws if
 * the earlier assets cannot be obtained. Returns sentences that say what was done.
 */
export async function buildRelease({ target, site, now, askSite, build }: Release): Promise<string[]> {
  const next = `${target}.next`;
  const dist = join(next, "site");
  rmSync(next, { recursive: true, force: true });
  try {
    const published = askSite ? await readPublishedList(site) : null;
    await build(dist);
    // After the build, so that the service worker's list has no earlier assets.
    const last = join(target, "site");
    const notes = askSite ? await addEarlierAssets({ dist, last, site, published, now }) : [];
    mkdirSync(join(next, "host"));
    for (const name of HOST_FILES) renameSync(join(dist, ".vite", name), join(next, "host", name));
    rmSync(join(dist, ".vite"), { recursive: true });
    await compressAll(dist);
    replaceFolder(target, next);
    return notes;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

function replaceFolder(target: string, next: string): void {
  const old = `${target}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(next, target);
  rmSync(old, { recursive: true, force: true });
}
