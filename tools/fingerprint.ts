import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Names, sizes and times of every file at or below `inputs`, and the environment variables of a build. */
export function fingerprint(inputs: readonly string[]): string {
  const hash = createHash("sha256");
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith("VITE_"));
  hash.update(JSON.stringify(settings.sort()));
  for (const input of inputs) for (const file of filesBelow(input)) hash.update(nameSizeAndTime(file));
  return hash.digest("hex");
}

/** Whether a build would produce the same result again. The stamp file beside the result records its inputs. */
export function isFresh(stampFile: string, stamp: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
}

export function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

function nameSizeAndTime(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${file}\0${size}\0${mtimeMs}\n`;
}
