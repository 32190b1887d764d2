import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MAX_STUDENT_ID_BYTES } from "../../src/domain/sales/checkout.ts";
import {
  emptyScans,
  exif,
  JPEGS,
  pdf,
  png,
  pngChunk,
  streamObject,
  withSegment,
} from "../../tests/support/studentIds.ts";
import { cleanStudentId } from "./clean.ts";
import { cleanJpeg } from "./jpeg.ts";
import { TooLarge, Unreadable } from "./unreadable.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const clean = async (file: Buffer) => {
  const { bytes } = await cleanStudentId(new Uint8Array(file));
  return Buffer.from(bytes);
};
const expectRefused = async (file: Buffer | string, why: string | TooLarge) => {
  const bytes = new Uint8Array(typeof file === "string" ? Buffer.from(file, "latin1") : file);
  await expect(cleanStudentId(bytes)).rejects.toThrow(typeof why === "string" ? new Unreadable(why) : why);
};
/** Claims dimensions in the header that the image data does not have. */
const claiming = (jpeg: Buffer, side: number) => {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(side, frame + 5);
  copy.writeUInt16BE(side, frame + 7);
  return copy;
};

describe("a JPEG student ID (S-066)", () => {
  it.each(Object.entries(JPEGS))(
    "is decoded completely and stored unchanged when it is %s",
    async (_, jpeg) => {
      expect(await clean(jpeg)).toEqual(jpeg);
    },
  );

  it("is stored without EXIF, GPS, XMP, comments, profiles or trailing data", async () => {
    let photo: Buffer = Buffer.concat([JPEGS.baseline, Buffer.from("PK secret archive")]);
    for (const [marker, content] of [
      [0xe1, exif(1, "secret place")],
      [0xe1, Buffer.from("http://ns.adobe.com/xap/1.0/\0secret")],
      [0xe2, Buffer.from("ICC_PROFILE\0secret")],
      [0xed, Buffer.from("Photoshop 3.0\0secret")],
      [0xfe, Buffer.from("secret")],
    ] as const) {
      photo = withSegment(photo, marker, content);
    }
    expect(await clean(photo)).toEqual(JPEGS.baseline);
  });

  it("keeps its orientation but no other EXIF data", async () => {
    const kept = await clean(withSegment(JPEGS.baseline, 0xe1, exif(6, "secret place")));
    expect(text(kept)).not.toContain("secret");
    // Big-endian TIFF with one entry: tag 0x0112, type SHORT, count 1, value 6.
    expect(kept.toString("hex")).toContain("4d4d002a0000000800010112000300000001000600000000");
    expect(await clean(kept)).toEqual(kept);
  });

  it("is rejected when any part of the image is missing or damaged", async () => {
    for (const jpeg of Object.values(JPEGS)) {
      for (let length = 3; length < jpeg.length; length++) {
        await expect(cleanStudentId(new Uint8Array(jpeg.subarray(0, length)))).rejects.toThrow(Unreadable);
      }
    }
    await expectRefused("\xff\xd8\xff\xe0rest", "cut off");
    await expectRefused(
      Buffer.concat([JPEGS.baseline.subarray(0, 2), Buffer.from([0xff, 0xd9])]),
      "a part is missing",
    );
  });

  it("is rejected when its header claims a wrong size", async () => {
    await expectRefused(claiming(JPEGS.baseline, 65_535), "too many pixels");
    await expectRefused(claiming(JPEGS.baseline, 6_000), "cut off");
    await expectRefused(claiming(JPEGS.baseline, 0), "no pixels");
  });

  it("is rejected when its scans would take too long to decode", () => {
    const photo = new Uint8Array(JPEGS.progressive);
    expect(() => cleanJpeg(photo, { left: 20 })).toThrow(new Unreadable("too many scans"));
    expect(cleanJpeg(photo, { left: 200 })).toEqual(photo);
  });

  it("takes about as long to refine empty blocks as to read them", () => {
    /** The shortest of three attempts, because the machine may be busy. */
    const timeOf = (photo: Buffer) =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const started = performance.now();
          cleanJpeg(new Uint8Array(photo));
          return performance.now() - started;
        }),
      );
    expect(timeOf(emptyScans(46, 1)) / timeOf(emptyScans(46, 0))).toBeLessThan(4);
  });
});

describe("a PNG student ID (S-066)", () => {
  it("is decoded completely and stored unchanged, even if interlaced or a single pixel", async () => {
    for (const file of [png(), png(1, 1), png(200, 150)]) expect(await clean(file)).toEqual(file);
    const interlaced = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACEAIAAAE1gR2YAAAAM0lEQVQI1wEoANf/AL81DSZDpAClUhWFOUMArYoRZk3uAVcxEAa+HQn6ALDt59qdA5f79AxnEAbOdzLKAAAAAElFTkSuQmCC",
      "base64",
    );
    expect(await clean(interlaced)).toEqual(interlaced);
  });

  it("is stored without EXIF, text, timestamps or trailing data", async () => {
    const secrets = ["eXIf", "tEXt", "iTXt", "zTXt", "tIME", "acTL"].map((type) =>
      pngChunk(type, Buffer.from("secret")),
    );
    const file = Buffer.concat([png(3, 2, secrets), Buffer.from("secret archive")]);
    expect(await clean(file)).toEqual(png(3, 2));
  });

  it("is rejected when it is damaged or truncated, or when its rows do not match its header", async () => {
    await expectRefused("\x89PNG\r\n\x1a\n and the rest of a picture", "cut off");
    await expectRefused(png().subarray(0, -12), "cut off");
    const damaged = Buffer.from(png());
    damaged[20] = 9;
    await expectRefused(damaged, "checksum");
    await expectRefused(png(3, 2, [], deflateSync(Buffer.alloc(4))), "rows are missing");
    await expectRefused(png(3, 2, [], deflateSync(Buffer.from([9, 0, 0, 0, 0, 0, 0, 0]))), "unknown filter");
    await expectRefused(png(3, 2, [], Buffer.from("not deflated")), "damaged data");
    await expectRefused(png(3, 2, [pngChunk("EVIL", Buffer.alloc(1))]), "unknown chunk");
  });

  it("is rejected when its rows come in tens of thousands of chunks", async () => {
    const chunks = [...deflateSync(Buffer.alloc(200 * 201), { level: 0 })].map((byte) =>
      pngChunk("IDAT", Buffer.from([byte])),
    );
    await expectRefused(png(200, 200, chunks, Buffer.alloc(0)), "too many chunks");
  });

  it("is rejected as a decompression bomb before it is fully inflated", async () => {
    await expectRefused(png(65_535, 65_535, [], deflateSync(Buffer.alloc(1))), "too many pixels");
    await expectRefused(png(3, 2, [], deflateSync(Buffer.alloc(50_000_000))), "more data than it says");
    // Four samples of 16 bits per pixel: 4 million pixels fit, 9 million do not.
    const deep = (side: number) =>
      png(side, side, [], deflateSync(Buffer.alloc(side * (1 + side * 8))), { depth: 16, colour: 6 });
    expect(await clean(deep(2_000))).toEqual(deep(2_000));
    await expectRefused(deep(3_000), "too many bytes");
  });
});

describe("a PDF student ID (S-066)", () => {
  it("is rewritten with its pages and nothing else", async () => {
    const page =
      "/AA<</O<</S/JavaScript/JS(secret)>>>>/LastModified(secret)/Annots[<</Subtype/Link/A<</URI(secret)>>>>]";
    const kept = await clean(pdf({ page, objects: ["(secret in no page)"] }));
    expect(text(kept)).toContain("(Student) Tj");
    expect(text(kept)).not.toContain("secret");
    expect(text(await clean(kept))).toContain("(Student) Tj");
  });

  it("keeps photos on its pages but removes their EXIF data", async () => {
    const photo = withSegment(JPEGS.baseline, 0xe1, exif(1, "secret place"));
    const image = "/Subtype/Image/Width 24/Height 16/BitsPerComponent 8/ColorSpace/DeviceRGB";
    for (const object of [
      streamObject(`${image}/Filter/DCTDecode`, photo),
      streamObject(`${image}/Filter[/FlateDecode/DCTDecode]`, deflateSync(photo)),
    ]) {
      const page = "/Resources<</XObject<</I 6 0 R>>>>";
      const kept = await clean(pdf({ content: "/I Do", page, objects: [object] }));
      expect(text(kept)).not.toContain("secret");
      expect(text(kept)).toContain(JPEGS.baseline.toString("latin1"));
      expect(text(kept)).toContain("/Filter /DCTDecode");
    }
  });

  it("may contain compressed objects", async () => {
    const inner = "8 0 (Ada) ";
    const stream = streamObject(
      "/Type/ObjStm/N 1/First 4/Filter/FlateDecode",
      deflateSync(Buffer.from(inner)),
    );
    expect(text(await clean(pdf({ page: "/Group 8 0 R", objects: [stream] })))).toContain("/Group (Ada)");
  });

  it.each<[string, Buffer | string, string]>([
    ["only five bytes", "%PDF-", "no pages"],
    ["no page", "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj", "no pages"],
    ["an empty page", pdf({ content: "q Q" }), "nothing on its pages"],
    ["encryption", pdf({ trailer: "/Encrypt 6 0 R" }), "encrypted"],
    ["an impossible page", pdf({ page: "/MediaBox[0 0 90000 10]" }), "impossible size"],
    ["a cyclic page tree", pdf({ page: "/Kids[2 0 R]" }), "no pages"],
    [
      "hundreds of pages",
      pdf({ page: `/Kids[${"6 0 R ".repeat(30)}]`, objects: ["<</Type/Page>>"] }),
      "no pages",
    ],
    ["unlimited nesting", `%PDF-1.7\n1 0 obj ${"[".repeat(100_000)}`, "too deep"],
    [
      "a broken photo",
      pdf({
        content: "/I Do",
        page: "/Resources<</XObject<</I 6 0 R>>>>",
        objects: [
          streamObject("/Subtype/Image/Width 9/Height 9/Filter/DCTDecode", JPEGS.grey.subarray(0, 150)),
        ],
      }),
      "cut off",
    ],
    [
      "an encoding that can hold any data",
      pdf({
        content: "/I Do",
        page: "/Resources<</XObject<</I 6 0 R>>>>",
        objects: [streamObject("/Filter/JPXDecode", Buffer.alloc(9))],
      }),
      "JPEG 2000",
    ],
  ])("is rejected with %s", async (_, file, why) => {
    await expectRefused(file, why);
  });

  it("is rejected as a decompression bomb, wherever the bomb is, before it is fully inflated", async () => {
    const bomb = deflateSync(Buffer.alloc(60_000_000));
    const objects = streamObject("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", bomb);
    await expectRefused(pdf({ objects: [objects] }), "more data than it says");
    const content = streamObject("/Filter/FlateDecode", bomb);
    await expectRefused(pdf({ page: "/Contents 6 0 R", objects: [content] }), "more data than it says");
  });

  it("is rejected when it repeats its data by reference, before the copies exist", async () => {
    const big = streamObject("", Buffer.alloc(1_000_000, " "));
    const repeated = (count: number) => `[${"6 0 R ".repeat(count)}]`;
    await expectRefused(pdf({ page: `/Contents${repeated(40)}`, objects: [big] }), "more data than it says");
    const string = `(${"A".repeat(100_000)})`;
    await expectRefused(pdf({ page: `/Group${repeated(100)}`, objects: [string] }), new TooLarge());
    const field = `<</Subtype/Widget/AP<</N 5 0 R>>/AS${string}>>`;
    await expectRefused(pdf({ page: `/Annots${repeated(100)}`, objects: [field] }), new TooLarge());
    const arrays = `[${"[]".repeat(100_000)}]`;
    const nested = `<</Subtype/Widget/AP ${arrays}>>`;
    await expectRefused(pdf({ page: `/Annots${repeated(100)}`, objects: [nested] }), new TooLarge());
  });

  it("is rejected when it repeats compressed data that inflates to nothing", async () => {
    const blocks = Buffer.alloc(1_000_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const nothing = Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 1]);
    const hollow = streamObject(
      "/Filter/FlateDecode",
      Buffer.concat([Buffer.from([0x78, 0x01]), blocks, nothing]),
    );
    const file = pdf({ page: `/Contents[${"6 0 R ".repeat(40)}]`, objects: [hollow] });
    await expectRefused(file, "more data than it says");
  });

  it("is read within seconds when thousands of annotations share one of any size", async () => {
    const keys = Array.from({ length: 250_000 }, (_, index) => `/k${index} 0`).join("");
    const file = pdf({ page: `/Annots[${"6 0 R ".repeat(2_000)}]`, objects: [`<</AP<<>>${keys}>>`] });
    const started = performance.now();
    expect(text(await clean(file))).not.toContain("/k1 ");
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("is rejected when a photo is larger than a file may be, before it is decoded", async () => {
    const photo = streamObject(
      "/Subtype/Image/Width 9/Height 9/Filter[/FlateDecode/DCTDecode]",
      deflateSync(Buffer.concat([JPEGS.grey, Buffer.alloc(MAX_STUDENT_ID_BYTES)])),
    );
    const page = "/Resources<</XObject<</I 6 0 R>>>>";
    await expectRefused(pdf({ content: "/I Do", page, objects: [photo] }), new TooLarge());
    const segments = Buffer.alloc(4 * 1_000_000, Buffer.from([0xff, 0xdb, 0, 2]));
    const hollow = streamObject(
      "/Subtype/Image/Width 9/Height 9/Filter[/FlateDecode/DCTDecode]",
      deflateSync(Buffer.concat([JPEGS.grey.subarray(0, 2), segments])),
    );
    await expectRefused(pdf({ content: "/I Do", page, objects: [hollow] }), "too many segments");
  });

  it("is rejected when it has thousands of compressed photos or objects, even empty ones", async () => {
    const nothing = deflateSync(Buffer.alloc(0));
    const stream = streamObject("/Type/ObjStm/N 0/First 0/Filter/FlateDecode", nothing);
    await expectRefused(pdf({ objects: Array(2_000).fill(stream) }), "too many streams");
    const photo = streamObject(
      "/Subtype/Image/Width 9/Height 9/Filter[/FlateDecode/DCTDecode]",
      deflateSync(JPEGS.grey),
    );
    const objects = Array<string>(2_000).fill(photo);
    const names = objects.map((_, index) => `/P${index} ${6 + index} 0 R`).join("");
    const page = `/Resources<</XObject<<${names}>>>>`;
    await expectRefused(pdf({ content: "/P0 Do", page, objects }), "too many streams");
  });

  it("is rejected at once when its size is one long number, thousands of times", async () => {
    const long = "1".repeat(200_000);
    const started = performance.now();
    const box = (count: number) => pdf({ page: `/MediaBox[${"6 0 R ".repeat(count)}]`, objects: [long] });
    await expectRefused(box(100_000), "no size");
    await expectRefused(box(4), "no size");
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("is rejected when its pages have thousands of parts, even empty ones", async () => {
    const empty = streamObject("/Filter/FlateDecode", deflateSync(Buffer.alloc(0)));
    const repeated = `[${"6 0 R ".repeat(3_000)}]`;
    await expectRefused(pdf({ page: `/Contents${repeated}`, objects: [empty] }), "too many streams");
    await expectRefused(pdf({ page: `/Annots${repeated}`, objects: ["<<>>"] }), "too many annotations");
  });

  it("is rejected quickly when a long number turns out to be invalid", async () => {
    const started = performance.now();
    await expectRefused(`%PDF-1.7\n1 0 obj ${"1".repeat(200_000)}x`, "unknown object");
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it.each(["1", " ", "1 0 obj(", "1 0 obj<</A/B>>", "%", "trailer<<>>", "1 0 obj [1 0 R]"])(
    "is rejected within seconds when it consists of megabytes of %j",
    async (piece) => {
      const started = performance.now();
      const hostile = Buffer.from(`%PDF-1.7\n${piece.repeat(4_000_000 / piece.length)}`);
      await expect(clean(hostile)).rejects.toThrow(Unreadable);
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );
});

it.each([
  ["an HTML page", "<!doctype html><script>1</script>"],
  ["an SVG, which can contain scripts", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["a video", "\x00\x00\x00\x18ftypmp42...."],
  ["a GIF (the browser converts it to JPEG first)", "GIF89arest"],
  ["a WebP (the browser converts it to JPEG first)", "RIFF\x10\x00\x00\x00WEBPVP8 "],
  ["a HEIC (the browser converts it to JPEG first)", "\x00\x00\x00\x18ftypheic...."],
  ["an empty file", ""],
])("%s is rejected as a student ID", async (_, content) => {
  await expectRefused(content, "unknown type");
});
