import { FIRST_MODULE, type Manifest } from "../checks/pageChunks.ts";

/** The route of the staff console, through which alone its screens are loaded. */
export const CONSOLE_MODULE = "src/app/routes/staff.tsx";

/**
 * The built files that only the staff console loads. The service worker keeps none of them: learners never need them, and
 * the console needs a connection anyway. Throws if the console has no separate chunk, because its code would then be in
 * every learner's bundle.
 */
export function consoleFiles(manifest: Manifest): Set<string> {
  if (!manifest[CONSOLE_MODULE]) throw new Error(`the build has no chunk for ${CONSOLE_MODULE}`);
  const others = filesFrom(manifest, FIRST_MODULE, CONSOLE_MODULE);
  return new Set([...filesFrom(manifest, CONSOLE_MODULE)].filter((file) => !others.has(file)));
}

/** Every file that a module may load, now or later, apart from what only `leftOut` loads. */
function filesFrom(manifest: Manifest, module: string, leftOut?: string): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || key === leftOut || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const each of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(each);
  };
  visit(module);
  return files;
}
