import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ASSET_LIST,
  type AssetList,
  parseAssetList,
  readAssetList,
  sha256Of,
  writeAssetList,
} from "./assetList.ts";

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 30_000;
const DOWNLOADS_AT_A_TIME = 8;
const NOT_THERE = [404, 410];
const WAY_OUT =
  "Pages that are open during an update need the earlier assets, so the build stopped. Try again. If no release is " +
  "published there yet, or open pages may break, add `-- --without-earlier-assets`.";

type Parts = {
  /** The new site, which gets the assets. */
  dist: string;
  /** The site of the last release built on this machine, if any. */
  last: string;
  /** The origin of the live site. */
  site: string;
  /** The list of the live site, if it has one. */
  published: AssetList | null;
  now: number;
};

/**
 * Adds the assets of earlier releases to a new site, for pages that are open during an update, and lists them there for
 * the next build. The live site's list determines which assets these are, because another machine may have published
 * the site and a build on this machine may never have been published. Files that this machine has are copied; the
 * others are downloaded. Returns sentences that say what was done.
 */
export async function addEarlierAssets({ dist, last, site, published, now }: Parts): Promise<string[]> {
  const own = readAssetList(dist);
  if (!own) throw new Error(`${dist} has no ${ASSET_LIST}`);
  const lastBuilt = readAssetList(last);
  const earlier = published ?? (lastBuilt?.site === site ? lastBuilt : null);
  const kept = Object.entries(earlier?.assets ?? {})
    .map(([name, asset]) => ({ name, replacedAt: new Date(now).toISOString(), ...asset }))
    .filter(({ replacedAt }) => now - Date.parse(replacedAt) <= KEEP_MS);
  const added = kept.filter(({ name }) => !own.assets[name]);
  await inParallel(added, async ({ name, sha256 }) => {
    const copy = soundCopy(join(last, "assets", name), sha256);
    writeFileSync(join(dist, "assets", name), copy ?? (await download(site, name, sha256)));
  });
  const replaced = added.map(({ name, ...asset }) => [name, asset]);
  writeAssetList(dist, { site, assets: { ...Object.fromEntries(replaced), ...own.assets } });

  const changed = kept.filter(({ name, sha256 }) => own.assets[name] && own.assets[name].sha256 !== sha256);
  return [
    ...(published ? [] : [`No release was found at ${site}/${ASSET_LIST}, so this counts as the first.`]),
    ...(added.length > 0 ? [`${added.length} assets of earlier releases are included for open pages.`] : []),
    ...changed.map(
      ({ name }) => `assets/${name} has changed under the same name; open pages get the new file.`,
    ),
  ];
}

/** The list of the live site, or null if there is no site or it has no list. Throws if it cannot be read. */
export async function readPublishedList(site: string): Promise<AssetList | null> {
  const address = `${site}/${ASSET_LIST}`;
  const answer = await get(address);
  if (answer === null || NOT_THERE.includes(answer.status)) return null;
  if (answer.status !== 200) throw unreadable(address, `status ${answer.status}`);
  const list = parseAssetList(new TextDecoder().decode(answer.bytes));
  if (!list) throw new Error(`${address} is not a list of assets. ${WAY_OUT}`);
  return list;
}

async function download(site: string, name: string, sha256: string): Promise<Uint8Array> {
  const address = `${site}/assets/${name}`;
  const answer = await get(address);
  if (answer?.status !== 200) throw unreadable(address, answer ? `status ${answer.status}` : "ENOTFOUND");
  if (sha256Of(answer.bytes) === sha256) return answer.bytes;
  throw new Error(
    `${address} is not the file that ${site}/${ASSET_LIST} lists: its hash differs. ${WAY_OUT}`,
  );
}

/** Null if no host has this name. Throws if the host does not answer. */
async function get(address: string): Promise<{ status: number; bytes: Uint8Array } | null> {
  try {
    const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    const { cause, message } = error as Error; // fetch rejects with errors only
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : message;
    if (code === "ENOTFOUND") return null;
    throw unreadable(address, code);
  }
}

function unreadable(address: string, why: string): Error {
  return new Error(`${address} could not be read (${why}). ${WAY_OUT}`);
}

/** The content of a file on this machine, or null if the file is missing or has another hash. */
function soundCopy(file: string, sha256: string): Uint8Array | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  return sha256Of(bytes) === sha256 ? bytes : null;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_A_TIME }, worker));
}
