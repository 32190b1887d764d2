import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The part of Vite's manifest that is read here: for each source file, its built files and its imports. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
>;

/** The first script of every document, which loads the app. */
export const FIRST_MODULE = "index.html";
export const APP_MODULE = "src/app/main.tsx";

/**
 * Every script that a page with these source modules loads: their chunks and all static imports of these, each once and
 * after its own imports. Throws for a module without its own chunk, because a renamed page must not count as a page
 * without scripts.
 */
export function chunksOf(manifest: Manifest, modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const files: string[] = [];
  const visit = (key: string) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk for ${key}`);
    seen.add(key);
    chunk.imports?.forEach(visit);
    files.push(chunk.file);
  };
  modules.forEach(visit);
  return files.filter((file) => file.endsWith(".js"));
}

/** A page's module and everything that it may load later, such as the code of its form. */
export function withLater(manifest: Manifest, module: string): string[] {
  const later = manifest[module]?.dynamicImports ?? [];
  return [module, ...later.flatMap((each) => withLater(manifest, each))];
}

/** Reads the manifest of a build in `dist`. */
export function readManifest(dist: string): Manifest {
  // Written by Vite in this shape (vite docs, "Backend Integration").
  return JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8")) as Manifest;
}
