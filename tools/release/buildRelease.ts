import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
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
 * Builds a release in a separate folder, which replaces that of the last release only when it is complete, so that
 * several builds can run side by side. Throws if the earlier assets cannot be obtained. Returns sentences that say what was
 * done.
 */
export async function buildRelease({ target, site, now, askSite, build }: Release): Promise<string[]> {
  mkdirSync(dirname(target), { recursive: true });
  const next = mkdtempSync(`${target}.next-`);
  const dist = join(next, "site");
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
  // The folder's name, and so this one, belongs to this build alone.
  const old = `${next}.old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(next, target);
  rmSync(old, { recursive: true, force: true });
}
