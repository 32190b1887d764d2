import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The part of Vite's manifest that is read here: source file → built file and what it imports at once. */
export type Manifest = Record<string, { file: string; imports?: string[] }>;

/**
 * Every script that a page with these source modules loads: their chunks and all that those import statically, each
 * once. Throws on a module without a chunk of its own: a renamed page must not shrink to nothing.
 */
export function chunksOf(manifest: Manifest, modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk for ${key}`);
    seen.add(key);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...seen].map((key) => manifest[key]?.file ?? "").filter((file) => file.endsWith(".js"));
}

/** Reads the manifest of a build in `dist`. */
export function readManifest(dist: string): Manifest {
  // Written by Vite in this shape (vite docs, "Backend Integration").
  return JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8")) as Manifest;
}
