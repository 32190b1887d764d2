import { inflateBounded } from "./inflate.ts";
import { joinBytes, requireSize, Unreadable } from "./unreadable.ts";

const SIGNATURE_BYTES = 8;
const IHDR_BYTES = 13;
/** Samples per pixel for each colour type, and its allowed bit depths (PNG specification, table 11.1). */
const COLOUR_TYPES: Record<number, { samples: number; depths: number[] } | undefined> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** Adam7: where each pass begins, and its steps. */
const ADAM7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];
const LAST_FILTER = 4;
/** Enough for an RGB photo of 13 megapixels. Inflating takes about a second for each 30 MB. */
const MAX_ROW_BYTES = 40 * 1024 * 1024;
/** Encoders write chunks of some kilobytes. Inflating one costs more than its bytes do. */
const MAX_CHUNKS = 20_000;
/** The chunks that make up the image. Everything else (EXIF, texts, times, profiles, animation) is left out. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

type Chunk = { type: string; data: Uint8Array; whole: Uint8Array };
type Rows = { count: number; bytes: number };

/** Reads every row and returns the image alone. Throws Unreadable. */
export async function cleanPng(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks = readChunks(bytes);
  const rows = rowsOf(chunks);
  await checkRows(
    chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data),
    rows,
  );
  const kept = chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole);
  return joinBytes([bytes.subarray(0, SIGNATURE_BYTES), ...kept]);
}

/** Reads up to IEND: anything after it is not part of the image. */
function readChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  let at = SIGNATURE_BYTES;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) throw new Unreadable("checksum");
    // An upper-case first letter marks a chunk that is essential for showing the image.
    if (!KEPT.has(type) && /^[A-Z]/.test(type)) throw new Unreadable("unknown chunk");
    if (chunks.length >= MAX_CHUNKS) throw new Unreadable("too many chunks");
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    if (type === "IEND") return chunks;
    at = end;
  }
  throw new Unreadable("cut off");
}

/** The rows of each pass, according to the header. */
function rowsOf(chunks: readonly Chunk[]): Rows[] {
  const [header] = chunks;
  const count = (type: string) => chunks.filter((chunk) => chunk.type === type).length;
  if (header?.type !== "IHDR" || header.data.length !== IHDR_BYTES || count("IHDR") > 1) {
    throw new Unreadable("no header");
  }
  const view = new DataView(header.data.buffer, header.data.byteOffset, IHDR_BYTES);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  requireSize(width, height);
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.data.subarray(8);
  const type = COLOUR_TYPES[colour];
  if (!type?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new Unreadable("unknown form");
  }
  if (colour === 3 && count("PLTE") !== 1) throw new Unreadable("no palette");
  const bits = type.samples * depth;
  const passes = interlace === 1 ? ADAM7 : [{ x: 0, y: 0, dx: 1, dy: 1 }];
  return passes.flatMap(({ x, y, dx, dy }) => {
    const [across, down] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    // A pass without pixels has no rows, not even empty ones.
    return across > 0 && down > 0 ? [{ count: down, bytes: 1 + Math.ceil((across * bits) / 8) }] : [];
  });
}

/**
 * Inflates exactly the number of bytes that the header implies, and checks the filter type at the start of each row.
 */
async function checkRows(data: readonly Uint8Array[], passes: readonly Rows[]): Promise<void> {
  const total = passes.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  if (total > MAX_ROW_BYTES) throw new Unreadable("too many bytes");
  const starts = rowStarts(passes);
  let next = starts.next();
  let seen = 0;
  await inflateBounded(data, total, (part) => {
    for (; !next.done && next.value < seen + part.length; next = starts.next()) {
      if ((part[next.value - seen] ?? 0) > LAST_FILTER) throw new Unreadable("unknown filter");
    }
    seen += part.length;
  });
  if (seen !== total) throw new Unreadable("rows are missing");
}

function* rowStarts(passes: readonly Rows[]): Generator<number, undefined> {
  let at = 0;
  for (const { count, bytes } of passes) {
    for (let row = 0; row < count; row++, at += bytes) yield at;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
