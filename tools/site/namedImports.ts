import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";

const LAZY_IMPORT = /\(\) => import\("([^"]+)"\)/g;

/**
 * Tells the route table the names of the modules that its pages are loaded from, where pages are rendered ahead: in
 * `file`, `() => import("x")` gets a property `module`, the path of x below `root`.
 */
export function namedImports(root: string, file: string): Plugin {
  const path = join(root, file);
  return {
    name: "academy:named-imports",
    transform(code, id) {
      if (id !== path) return undefined;
      const named = code.replaceAll(LAZY_IMPORT, (load, specifier) => {
        const module = relative(root, join(dirname(path), specifier)).replaceAll("\\", "/");
        return `Object.assign(${load}, { module: ${JSON.stringify(module)} })`;
      });
      return { code: named, map: null };
    },
  };
}
