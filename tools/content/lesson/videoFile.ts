import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { LessonPack, VIDEO_TYPES } from "../../../src/domain/course/pack.ts";
import type { LessonSource } from "./lessonSource.ts";

/** A file of the course and the address at which the site has to serve it. */
export type MediaFile = { address: string; path: string };

type VideoType = (typeof VIDEO_TYPES)[number];
type Film = {
  faults: string[];
  files: MediaFile[];
  inPack: Pick<LessonPack, "video" | "transcript">;
};

const BYTES_PER_MB = 1024 * 1024;
/** Limited because phones store the whole file. A larger video should be split into two. */
const MAX_VIDEO_BYTES = 200 * BYTES_PER_MB;
/** Long enough that addresses neither collide nor can be guessed. */
const HASH_CHARACTERS = 32;

/**
 * Reads the video that a lesson's front matter names, and the files of the same name for users who cannot see or hear it:
 * captions (`.vtt`) and a transcript (`.txt`). `faults` are the errors, to be reported at the line of the front matter.
 */
export function readVideo({ path, lessonId }: LessonSource, name: string): Film {
  const faults: string[] = [];
  const read = (file: string, what: string): Buffer => {
    if (existsSync(join(path, file))) return readFileSync(join(path, file));
    faults.push(`${what} ${file} does not exist`);
    return Buffer.alloc(0);
  };
  const stem = name.slice(0, -extname(name).length);
  const video = read(name, "the video");
  const captions = read(`${stem}.vtt`, "the file of captions");
  const transcript = read(`${stem}.txt`, "the transcript").toString("utf8").trim();
  const type: VideoType = extname(name) === ".mp4" ? "video/mp4" : "video/webm";
  if (faults.length === 0) {
    if (contentType(video) !== type) faults.push(`${name} is not a valid ${extname(name).slice(1)} file`);
    if (video.byteLength > MAX_VIDEO_BYTES)
      faults.push(`${name} has more than ${MAX_VIDEO_BYTES / BYTES_PER_MB} MB`);
    if (!/^(\uFEFF)?WEBVTT[\s\S]*-->/.test(captions.toString("utf8")))
      faults.push(`${stem}.vtt contains no captions`);
    if (transcript === "") faults.push(`${stem}.txt is empty`);
  }
  const addressOf = (bytes: Buffer, extension: string) =>
    `/media/lesson-${lessonId}-${stem}-${sha256(bytes).slice(0, HASH_CHARACTERS)}${extension}`;
  const src = addressOf(video, extname(name));
  const words = addressOf(captions, ".vtt");
  return {
    faults,
    files: [
      { address: src, path: join(path, name) },
      { address: words, path: join(path, `${stem}.vtt`) },
    ],
    inPack: {
      video: { src, type, bytes: video.byteLength, hash: sha256(video), captions: words },
      transcript: transcript.replace(/\s*\n\s*/g, "\n"),
    },
  };
}

/** The type of a file by its first bytes: ISO 14496-12 has "ftyp" at offset 4, WebM begins like every EBML document. */
function contentType(bytes: Buffer): VideoType | null {
  if (bytes.subarray(4, 8).toString("latin1") === "ftyp") return "video/mp4";
  return bytes.subarray(0, 4).toString("hex") === "1a45dfa3" ? "video/webm" : null;
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
