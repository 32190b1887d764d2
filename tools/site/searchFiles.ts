import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { readSiteOrigin } from "../../src/platform/env.ts";
import { robots } from "./robots.ts";
import { sitemap } from "./sitemap.ts";

/** Writes `robots.txt` and `sitemap.xml` for the pages that `prerender` has written. Must come after that plugin. */
export function searchFiles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "academy:search-files",
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
        const origin = readSiteOrigin(config.env);
        writeFileSync(join(dist, "robots.txt"), robots(origin));
        writeFileSync(join(dist, "sitemap.xml"), sitemap(origin, renderedAddresses(dist)));
      },
    },
  };
}

function renderedAddresses(dist: string): string[] {
  const listed: { pages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(dist, ".vite", "addresses.json"), "utf8"),
  );
  return Object.keys(listed.pages);
}
