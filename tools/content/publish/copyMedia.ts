import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { MediaFile } from "../lesson/videoFile.ts";

/**
 * Copies the files of a course into the folder that the site serves as `/media`, and returns the names of new files.
 * Older files stay, because devices with an earlier version of a lesson still request them. A file gets its final name
 * only when it is complete: the name contains the hash, and the content is never checked again.
 */
export function copyMedia(media: readonly MediaFile[], folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return media.flatMap(({ address, path }) => {
    const target = join(folder, basename(address));
    if (existsSync(target)) return [];
    copyFileSync(path, `${target}.part`);
    renameSync(`${target}.part`, target);
    return [basename(address)];
  });
}
