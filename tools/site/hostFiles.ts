import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { readBuiltSite } from "../../server/http/addresses.ts";
import { securityHeadersOf } from "../../server/http/headers.ts";
import { readEnv, readSiteOrigin } from "../../src/platform/env.ts";
import { headersFile, redirectsFile } from "./hostRules.ts";
import { nginxFile } from "./nginx.ts";
import type { StaticSite } from "./staticSite.ts";

/**
 * Writes the files that a static host needs to respond like the embedded server: `_headers` and `_redirects` for hosts
 * that read them (Netlify, Cloudflare Pages), `.vite/nginx.conf` for nginx. Must be the last plugin, because it needs all
 * files. Throws when an external backend is configured without its key.
 */
export function hostFiles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "academy:host-files",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      order: "post",
      handler(error) {
        if (error) return;
        const dist = resolve(config.root, config.build.outDir);
        const site = staticSiteOf(dist);
        const headers = securityHeadersOf({
          isHttps: true,
          connect: foreignOrigins(config.env),
          inlineScripts: site.inlineScripts,
        });
        writeFileSync(join(dist, "_headers"), headersFile(site, headers));
        writeFileSync(join(dist, "_redirects"), redirectsFile(site));
        writeFileSync(join(dist, ".vite", "nginx.conf"), nginxFile(site, headers));
      },
    },
  };
}

/** The pages and files of a built site. Throws when the build is incomplete. */
export function staticSiteOf(dist: string): StaticSite {
  const listed: { pages: Record<string, { file: string }>; app: string[] } = JSON.parse(
    readFileSync(join(dist, ".vite", "addresses.json"), "utf8"),
  );
  const built = readBuiltSite(dist);
  if (!built) throw new Error(`${dist} contains no built site`);
  const pages = [...Object.keys(listed.pages), ...listed.app].map((address) => {
    const file = built.fileOf(address);
    if (!file) throw new Error(`${address} has no file`);
    return { address, file };
  });
  const files = readdirSync(dist).filter((name) => !HIDDEN.test(name));
  return { pages, files, inlineScripts: built.inlineScripts };
}

/** Files that a host reads but does not serve, or serves in place of the file with the same name. */
const HIDDEN = /^[._]|\.(br|gz)$/;

/** The external origins to which the pages of this build connect. */
export function foreignOrigins(env: Record<string, string | undefined>): string[] {
  const own = readSiteOrigin(env);
  const { supabaseUrl, functionsUrl } = readEnv(env, own);
  const all = [supabaseUrl, functionsUrl].map((url) => new URL(url).origin);
  return [...new Set(all)].filter((origin) => origin !== own);
}
