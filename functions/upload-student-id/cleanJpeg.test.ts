import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exif, JPEGS, jpegSegment, withSegment } from "../../tests/support/studentIds.ts";
import { cleanJpeg, Unreadable } from "./cleanJpeg.ts";

const clean = (file: Uint8Array) => Buffer.from(cleanJpeg(file));
const expectRefused = (file: Buffer, why: string) =>
  expect(() => cleanJpeg(file)).toThrow(new Unreadable(why));

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
/** A grey image, in square pixels. */
const frame = (side: number, marker = 0xc0) =>
  jpegSegment(marker, Buffer.from([8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]));
const SCAN = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));

describe("a student ID (S-066)", () => {
  it("is stored unchanged when it is a baseline JPEG without metadata", () => {
    for (const jpeg of [JPEGS.baseline, JPEGS.grey]) expect(clean(jpeg)).toEqual(jpeg);
  });

  it("is stored without EXIF, GPS, XMP, comments, profiles or trailing data", () => {
    let photo: Buffer = Buffer.concat([JPEGS.baseline, Buffer.from("PK secret archive")]);
    for (const [marker, content] of [
      [0xe0, Buffer.from("JFXX\0secret preview")],
      [0xe1, exif(6, "secret place")],
      [0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${"secret".repeat(100)}`)],
      [0xe2, Buffer.from("ICC_PROFILE\0secret")],
      [0xed, Buffer.from("Photoshop 3.0\0secret")],
      [0xee, Buffer.from("Adobe secret")],
      [0xfe, Buffer.from("secret")],
    ] as const) {
      photo = withSegment(photo, marker, content);
    }
    expect(clean(photo)).toEqual(JPEGS.baseline);
  });

  it("keeps the restart markers, their interval and the stuffed zeros of its data", () => {
    const interval = jpegSegment(0xdd, Buffer.from([0, 1]));
    const data = Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 4]);
    const photo = Buffer.concat([START, interval, frame(8), SCAN, data, END]);
    expect(clean(photo).subarray(-photo.length + START.length)).toEqual(photo.subarray(START.length));
  });

  it("is rejected when it is cut off anywhere", () => {
    for (const jpeg of [JPEGS.baseline, JPEGS.grey]) {
      for (let length = 0; length < jpeg.length; length++) {
        expect(() => cleanJpeg(jpeg.subarray(0, length))).toThrow(Unreadable);
      }
    }
  });

  it.each([
    ["has no image", Buffer.concat([START, END]), "a part is missing"],
    ["has a header and no scan", Buffer.concat([START, frame(8), END]), "a part is missing"],
    ["has a scan and no header", Buffer.concat([START, SCAN, END]), "too many scans"],
    ["repeats its scan", Buffer.concat([START, frame(8), SCAN, SCAN, END]), "too many scans"],
    ["has two images", Buffer.concat([START, frame(8), frame(8), SCAN, END]), "two images"],
    ["has a segment without a marker", Buffer.concat([START, Buffer.from([0, 0xdb, 0, 2]), END]), "cut off"],
    ["has no pixels", Buffer.concat([START, frame(0), SCAN, END]), "no pixels"],
    ["has too many pixels", Buffer.concat([START, frame(4_001), SCAN, END]), "too many pixels"],
    ["is progressive", JPEGS.progressive, "not a baseline JPEG"],
    ["is coded arithmetically", Buffer.concat([START, frame(8, 0xc9), SCAN, END]), "not a baseline JPEG"],
    [
      "is an SVG, which can contain scripts",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "not a JPEG",
    ],
    ["is a web page", Buffer.from("<!doctype html><script>1</script>"), "not a JPEG"],
    ["is empty", Buffer.alloc(0), "not a JPEG"],
  ])("is rejected when it %s", (_, file, why) => expectRefused(file, why));

  it("is rejected when it consists of millions of segments", () => {
    const tables = Buffer.alloc(4 * 2_000, Buffer.from([0xff, 0xdb, 0, 2]));
    expectRefused(Buffer.concat([START, tables, frame(8), SCAN, END]), "too many segments");
  });
});

const BYTES = 5 * 1024 * 1024 - 1;
const filled = (head: Buffer, pattern: readonly number[], tail = END) =>
  Buffer.concat([head, Buffer.alloc(BYTES - head.length - tail.length, Buffer.from(pattern)), tail]);
const plain = Buffer.alloc(BYTES);
const image = Buffer.concat([START, frame(4_000), SCAN]);

/** A progressive image of a few kilobytes: each of its scans says in eight bytes that no block has more coefficients. */
function emptyScans(scans: number): Buffer {
  const oneCode = (kind: number, value: number) =>
    jpegSegment(0xc4, Buffer.from([kind, 1, ...Buffer.alloc(15), value]));
  const scan = (from: number, to: number, high: number) =>
    jpegSegment(0xda, Buffer.from([1, 1, 0, from, to, high << 4]));
  const first = Buffer.concat([scan(0, 0, 0), Buffer.alloc(250 ** 2 / 8 + 1)]);
  const empty = Buffer.concat([scan(1, 63, 1), Buffer.alloc(8)]);
  const tables = [oneCode(0x00, 0), oneCode(0x10, 0xe0)];
  return Buffer.concat([
    START,
    frame(2_000, 0xc2),
    ...tables,
    first,
    ...Array<Buffer>(scans).fill(empty),
    END,
  ]);
}

/**
 * The mean processor time of so many runs in milliseconds, after one that is compiled. Some systems count it in steps of ten
 * milliseconds, so one short run may cost nothing.
 */
function costOf(runs: number, work: () => void): number {
  work();
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / runs;
}

describe("a file of at most 5 MB", () => {
  it.each([
    ["with hundreds of scans of a progressive image", emptyScans(450)],
    ["that is one scan", filled(image, [1, 2, 3])],
    ["of stuffed zeros", filled(image, [0xff, 0])],
    ["of restart markers", filled(image, [0xff, 0xd0])],
    ["of fill bytes", filled(image, [0xff])],
    ["without an end", filled(image, [1], Buffer.alloc(0))],
    ["of empty scans", filled(image, [...SCAN])],
    ["of empty tables", filled(START, [0xff, 0xdb, 0, 2])],
    ["of empty comments", filled(START, [0xff, 0xfe, 0, 2])],
    [
      "of the largest comments",
      Buffer.concat([START, ...Array(80).fill(jpegSegment(0xfe, Buffer.alloc(65_533)))]),
    ],
    ["of headers", filled(START, [...frame(8)])],
    ["of zeros", Buffer.alloc(BYTES)],
  ])("%s costs at most 25 times a copy and a hash of 5 MB", (_, file) => {
    const baseline = costOf(50, () => createHash("sha256").update(Buffer.from(plain)).digest());
    const cost = costOf(5, () => {
      try {
        cleanJpeg(file);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
      }
    });
    expect(cost / baseline).toBeLessThan(25);
  });
});
