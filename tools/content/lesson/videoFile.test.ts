import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { formatError } from "../contentError.ts";
import { type CourseFiles, VALID_COURSE, writeCourse } from "../courseFixture.ts";
import { copyMedia } from "../publish/copyMedia.ts";
import { readCourse } from "../readCourse.ts";

const FIXTURES = join(import.meta.dirname, "..", "..", "..", "tests", "fixtures", "video");
const fixture = (name: string) => readFileSync(join(FIXTURES, name));
const VIDEO = fixture("welcome.webm");

const written: string[] = [];
afterEach(() => {
  for (const folder of written.splice(0)) rmSync(dirname(folder), { recursive: true, force: true });
});

/** A course whose lesson has a video with these bytes and these files beside it. */
function read(name: string, bytes: Buffer, beside: CourseFiles) {
  const lesson = VALID_COURSE["01-one/lesson.md"] ?? "";
  const files = {
    "01-one/lesson.md": lesson.replace("minutes: 30", `minutes: 30\nvideo: ${name}`),
    ...beside,
  };
  const folder = writeCourse({ ...VALID_COURSE, ...files });
  written.push(folder);
  writeFileSync(join(folder, "lessons", "01-one", "welcome.webm"), bytes);
  const result = readCourse(folder);
  return "errors" in result
    ? { packs: [], media: [], errors: result.errors.map(formatError) }
    : { ...result, errors: [] };
}

const BESIDE = {
  "01-one/welcome.vtt": fixture("welcome.vtt").toString(),
  "01-one/welcome.txt": fixture("welcome.txt").toString(),
};

test("the pack of a lesson with a video has the video's address, size, captions and transcript", () => {
  const { packs, media } = read("welcome.webm", VIDEO, BESIDE);
  const hash = createHash("sha256").update(VIDEO).digest("hex");
  const file = `lesson-1-welcome-${hash.slice(0, 32)}.webm`;
  expect(packs[0]).toMatchObject({
    video: {
      src: `/media/${file}`,
      type: "video/webm",
      bytes: VIDEO.byteLength,
      hash,
      captions: expect.stringMatching(/^\/media\/lesson-1-welcome-[0-9a-f]{32}\.vtt$/),
    },
    transcript: "A card of colours, as television once sent it at night.\nA number counts the seconds.",
  });

  const site = join(dirname(media[0]?.path ?? ""), "site");
  expect(copyMedia(media, site)).toEqual(media.map(({ address }) => basename(address)));
  expect(copyMedia(media, site)).toEqual([]);
  expect(readdirSync(site).sort()).toEqual(media.map(({ address }) => basename(address)).sort());
  expect(readFileSync(join(site, file)).equals(VIDEO)).toBe(true);
});

test("an interrupted copy of a video is repeated and never served", () => {
  const { media } = read("welcome.webm", VIDEO, BESIDE);
  const [video] = media;
  if (!video) throw new Error("no video was read");
  const site = join(dirname(video.path), "site");
  mkdirSync(site);
  writeFileSync(join(site, `${basename(video.address)}.part`), VIDEO.subarray(0, 10));
  expect(copyMedia([video], site)).toEqual([basename(video.address)]);
  expect(readdirSync(site)).toEqual([basename(video.address)]);
});

test.each([
  [
    "without captions and transcript",
    "welcome.webm",
    VIDEO,
    {},
    ["the file of captions welcome.vtt does not exist", "the transcript welcome.txt does not exist"],
  ],
  [
    "with other content",
    "welcome.webm",
    Buffer.from("<html>"),
    BESIDE,
    ["welcome.webm is not a valid webm file"],
  ],
  [
    "with empty captions",
    "welcome.webm",
    VIDEO,
    { ...BESIDE, "01-one/welcome.vtt": "WEBVTT\n" },
    ["welcome.vtt contains no captions"],
  ],
  [
    "from another folder",
    "../Welcome.mov",
    VIDEO,
    BESIDE,
    ['video must name an .mp4 or .webm file beside it, in lower case ("welcome.webm")'],
  ],
])("a video %s is not published", (_, name, bytes, beside, faults) => {
  expect(read(name, bytes, beside).errors).toEqual(
    faults.map((fault) => `content/lessons/01-one/lesson.md:6: ${fault}`),
  );
});
