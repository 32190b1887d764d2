import { deflateSync } from "node:zlib";

/** Small valid files, and the metadata that cameras and programs add to such files. */

/** JPEGs of 24 × 16 pixels with subsampled colours, 20 × 12 pixels in several scans, and 9 × 9 grey pixels. */
export const JPEGS = {
  baseline: Buffer.from(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAEEBv/EAB8QAAIDAAAHAAAAAAAAAAAAAAECAAMREiEiQlFhgf/EABYBAQEBAAAAAAAAAAAAAAAAAAUBA//EAB0RAAIBBAMAAAAAAAAAAAAAAAECAAURFSESMUH/2gAMAwEAAhEDEQA/AM5RYzKQ5A3zEz8L6rcvcmru7HIyOywBSoIBEUw5XXG8cyYZO5Tti71qfsJAbCy6GxhCRaKT5MxVyurmf//Z",
    "base64",
  ),
  progressive: Buffer.from(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAMABQDASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAEDBAX/xAAWAQEBAQAAAAAAAAAAAAAAAAAEAAL/2gAMAwEAAhADEAAAAeaop6rmYs//xAAYEAEAAwEAAAAAAAAAAAAAAAABABAhEf/aAAgBAQABBQIcnYOrX//EABcRAAMBAAAAAAAAAAAAAAAAAAABFAL/2gAIAQMBAT8BqbRZs//EABcRAAMBAAAAAAAAAAAAAAAAAAABFAL/2gAIAQIBAT8BiRDk/8QAFxAAAwEAAAAAAAAAAAAAAAAAECAhMf/aAAgBAQAGPwKjU//EABoQAAICAwAAAAAAAAAAAAAAAAABEBEhMWH/2gAIAQEAAT8hAvri0Bg8n//aAAwDAQACAAMAAAAQMP8A/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAERMfD/2gAIAQMBAT8QaizEn//EABgRAQADAQAAAAAAAAAAAAAAAAEAESEx/9oACAECAQE/EE8KhV2f/8QAGxABAAICAwAAAAAAAAAAAAAAAQARITFhcaH/2gAIAQEAAT8QTZfUxUQGcPMY0UxBbVkzWhbP/9k=",
    "base64",
  ),
  grey: Buffer.from(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAJAAkBAREA/8QAFwAAAwEAAAAAAAAAAAAAAAAAAQIDBv/EABwQAQACAQUAAAAAAAAAAAAAAAEAEwIRMlFicf/aAAgBAQAAPwDMWGgq8RbjvI5bT1gn/9k=",
    "base64",
  ),
};

/** EXIF data as a phone writes it, with a location and this orientation, as little-endian TIFF. */
export function exif(orientation: number, secret = "GPS 51.5007 N"): Buffer {
  const directory = Buffer.alloc(2 + 12 + 4);
  directory.writeUInt16LE(1, 0);
  directory.writeUInt16LE(0x0112, 2);
  directory.writeUInt16LE(3, 4);
  directory.writeUInt32LE(1, 6);
  directory.writeUInt16LE(orientation, 10);
  const tiff = Buffer.concat([Buffer.from("II*\0\x08\0\0\0", "latin1"), directory, Buffer.from(secret)]);
  return Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
}

/** Adds a segment after the start of the JPEG. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/**
 * A grey progressive JPEG of 2000 × 2000 pixels without any coefficients. Each of its scans after the first takes eight
 * bytes: four times the code for a run of 16,384 blocks without more coefficients. With `high` 1, the scans refine.
 */
export function emptyScans(scans: number, high: 0 | 1): Buffer {
  const frame = jpegSegment(0xc2, [8, 2000 >> 8, 2000 & 255, 2000 >> 8, 2000 & 255, 1, 1, 0x11, 0]);
  const oneCode = [1, ...Array<number>(15).fill(0)];
  const tables = [jpegSegment(0xc4, [0x00, ...oneCode, 0]), jpegSegment(0xc4, [0x10, ...oneCode, 0xe0])];
  const first = Buffer.concat([jpegSegment(0xda, [1, 1, 0, 0, 0, 0]), Buffer.alloc(250 ** 2 / 8 + 1)]);
  const empty = Buffer.concat([jpegSegment(0xda, [1, 1, 0, 1, 63, high << 4]), Buffer.alloc(8)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...[frame, ...tables, first, ...Array<Buffer>(scans).fill(empty)],
    Buffer.from([0xff, 0xd9]),
  ]);
}

function jpegSegment(marker: number, content: number[]): Buffer {
  return Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const whole = Buffer.alloc(8 + body.length);
  whole.writeUInt32BE(content.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), whole.length - 4);
  return whole;
}

/**
 * A grey PNG with one byte for each pixel, unless `form` says otherwise (PNG specification, 11.2.1). `extra` is
 * inserted before the rows, and `rows` replaces them.
 */
export function png(
  width = 3,
  height = 2,
  extra: Buffer[] = [],
  rows = grey(width, height),
  form = { depth: 8, colour: 0 },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = form.depth;
  header[9] = form.colour;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...extra,
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function grey(width: number, height: number): Buffer {
  return deflateSync(Buffer.alloc(height * (width + 1)));
}

type PdfParts = { content?: string; page?: string; objects?: string[]; trailer?: string };

/** A PDF of one page with a line of text, or with `content`. Further objects are numbered from 6. */
export function pdf({ content = "BT /F1 12 Tf (Student) Tj ET", ...parts }: PdfParts = {}): Buffer {
  const { page = "", objects = [], trailer = "" } = parts;
  const bodies = [
    "<</Type/Catalog/Pages 2 0 R/Metadata 3 0 R>>",
    "<</Type/Pages/Count 1/Kids[4 0 R]/MediaBox[0 0 300 200]>>",
    "<</Type/Metadata/Subtype/XML/Length 6>>\nstream\nsecret\nendstream",
    `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>${page}>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ...objects,
  ];
  const text = bodies.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join("");
  const end = `trailer\n<</Root 1 0 R/Info<</Author(secret)>>${trailer}>>\nstartxref\n0\n%%EOF\n`;
  return Buffer.from(`%PDF-1.7\n${text}${end}`, "latin1");
}

export function streamObject(dict: string, data: Buffer): string {
  return `<<${dict}/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`;
}

function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
