import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { MediaFile } from "./videoFile.ts";

/**
 * Puts the files of a course into the folder that the site serves as `/media`, and returns the names of those that
 * were not there yet. Earlier ones stay: devices with an earlier version of a lesson still ask for them. A file gets
 * its name when it is whole, because the name says what is in it and nothing looks inside again.
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
