import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { z } from "zod";
import { readSiteOrigin } from "../../src/platform/env.ts";

/** The file at the top of a site that lists its assets, for the next build (docs/decisions/0049). */
export const ASSET_LIST = "assets.json";

const schema = z.object({
  /** The origin of the site. */
  site: z.string(),
  assets: z.record(
    // Only a file name, not a path: the build writes files with these names, and the list may come from the network.
    z.string().regex(/^\w[\w.-]*$/),
    z.object({
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** When a release without this asset was built. Absent for the assets of the newest release. */
      replacedAt: z.iso.datetime().optional(),
    }),
  ),
});
export type AssetList = z.infer<typeof schema>;

/** Lists the assets of a new build. */
export function assetListOf(dist: string, site: string): AssetList {
  const assets = readdirSync(join(dist, "assets")).map((name): [string, { sha256: string }] => [
    name,
    { sha256: sha256Of(readFileSync(join(dist, "assets", name))) },
  ]);
  return { site, assets: Object.fromEntries(assets) };
}

/** Returns null if the text is not a list of assets. */
export function parseAssetList(text: string): AssetList | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The list of a built site, or null if there is none. */
export function readAssetList(dist: string): AssetList | null {
  const file = join(dist, ASSET_LIST);
  return existsSync(file) ? parseAssetList(readFileSync(file, "utf8")) : null;
}

export function writeAssetList(dist: string, list: AssetList): void {
  writeFileSync(join(dist, ASSET_LIST), JSON.stringify(list));
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Writes the list into the site. Must come before the plugin that writes the rules for hosts, which name every file.
 */
export function assetList(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "academy:asset-list",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      order: "pre",
      handler(error) {
        if (error) return;
        const dist = resolve(config.root, config.build.outDir);
        writeAssetList(dist, assetListOf(dist, readSiteOrigin(config.env)));
      },
    },
  };
}
