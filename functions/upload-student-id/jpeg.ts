import {
  type Component,
  type Frame,
  type HuffmanTable,
  huffmanTable,
  readScan,
  type Scan,
} from "./jpegScan.ts";
import { joinBytes, requireSize, Unreadable } from "./unreadable.ts";

/**
 * The limit for all scans of a file together. A progressive photo of 40 megapixels needs a third of this; a file that
 * needs more is an attack.
 */
const MAX_BLOCK_VISITS = 30_000_000;
export const blockBudget = () => ({ left: MAX_BLOCK_VISITS });
/** Photos have fewer than a hundred. Millions of empty ones fit into a small file. */
const MAX_SEGMENTS = 10_000;

const START = Uint8Array.of(0xff, 0xd8);
const END = Uint8Array.of(0xff, 0xd9);
const JFIF = new TextEncoder().encode("JFIF\0");
const ADOBE = new TextEncoder().encode("Adobe");
const ADOBE_BYTES = 12;
const EXIF = new TextEncoder().encode("Exif\0\0");
const ORIENTATION_TAG = 0x0112;
const TIFF_SHORT = 3;

type State = {
  frame: Frame | null;
  dc: Map<number, HuffmanTable>;
  ac: Map<number, HuffmanTable>;
  restartInterval: number;
  blocks: { left: number };
  seen: Set<Component>;
  kept: Uint8Array[];
};

/**
 * Decodes all image data and returns the image alone: without what a camera adds (EXIF with place and time, previews,
 * comments, profiles) and without trailing data. Keeps the orientation.
 * Throws Unreadable. When a file has several images, they share `blocks`.
 */
export function cleanJpeg(bytes: Uint8Array, blocks = blockBudget()): Uint8Array {
  const state: State = {
    ...{ frame: null, dc: new Map(), ac: new Map(), restartInterval: 0, blocks },
    ...{ seen: new Set(), kept: [START] },
  };
  let at = START.length;
  for (let segments = 0; ; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) throw new Unreadable("cut off");
    // Any marker may be preceded by fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    segments += 1;
    if (segments > MAX_SEGMENTS) throw new Unreadable("too many segments");
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new Unreadable("cut off");
    const segment = { marker, data: bytes.subarray(at + 4, end), whole: bytes.subarray(at, end) };
    at = marker === 0xda ? takeScan(state, bytes, segment, end) : takeSegment(state, segment, end);
  }
  const { frame, seen, kept } = state;
  if (!frame || seen.size < frame.components.length) throw new Unreadable("a part is missing");
  return joinBytes([...kept, END]);
}

type Segment = { marker: number; data: Uint8Array; whole: Uint8Array };

function takeSegment(state: State, { marker, data, whole }: Segment, end: number): number {
  switch (marker) {
    case 0xc0:
    case 0xc1:
    case 0xc2:
      if (state.frame) throw new Unreadable("two pictures");
      state.frame = readFrame(data, marker === 0xc2);
      break;
    case 0xc4:
      readTables(state, data);
      break;
    case 0xdb:
      break;
    case 0xdd:
      state.restartInterval = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
      break;
    case 0xe0:
      // Defines the colour coding. Rewritten, because the segment may also contain a preview.
      if (startsWith(data, JFIF)) state.kept.push(jfif());
      return end;
    case 0xe1:
      if (startsWith(data, EXIF)) state.kept.push(...orientationOnly(data.subarray(EXIF.length)));
      return end;
    case 0xee:
      // Defines the colour coding.
      if (startsWith(data, ADOBE) && data.length === ADOBE_BYTES) state.kept.push(whole);
      return end;
    default:
      if (marker < 0xe0) throw new Unreadable("unknown coding");
      return end;
  }
  state.kept.push(whole);
  return end;
}

function startsWith(data: Uint8Array, head: Uint8Array): boolean {
  return head.every((byte, index) => data[index] === byte);
}

function readFrame(data: Uint8Array, isProgressive: boolean): Frame {
  const [precision = 0, h1 = 0, h0 = 0, w1 = 0, w0 = 0, count = 0] = data;
  const [height, width] = [(h1 << 8) | h0, (w1 << 8) | w0];
  if (precision !== 8 || count < 1 || count > 4 || data.length !== 6 + 3 * count)
    throw new Unreadable("unknown form");
  requireSize(width, height);
  const parts = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0] = data.subarray(6 + 3 * index);
    return { id, h: sampling >> 4, v: sampling & 15 };
  });
  if (parts.some(({ h, v }) => h < 1 || h > 4 || v < 1 || v > 4)) throw new Unreadable("unknown form");
  const [hMax, vMax] = [Math.max(...parts.map(({ h }) => h)), Math.max(...parts.map(({ v }) => v))];
  const [mcusAcross, mcusDown] = [Math.ceil(width / (8 * hMax)), Math.ceil(height / (8 * vMax))];
  const components = parts.map(({ id, h, v }) => {
    const stride = mcusAcross * h;
    return {
      ...{ id, h, v, stride },
      blocksAcross: Math.ceil(Math.ceil((width * h) / hMax) / 8),
      blocksDown: Math.ceil(Math.ceil((height * v) / vMax) / 8),
      known: isProgressive ? new Uint32Array(2 * stride * mcusDown * v) : null,
    };
  });
  return { isProgressive, mcusAcross, mcusDown, components };
}

function readTables(state: State, data: Uint8Array): void {
  let at = 0;
  while (at < data.length) {
    const kind = data[at] ?? 0;
    const counts = data.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const end = at + 17 + total;
    if (end > data.length || (kind & 0xef) > 3) throw new Unreadable("impossible codes");
    const tables = kind & 0x10 ? state.ac : state.dc;
    tables.set(kind & 15, huffmanTable(counts, data.subarray(at + 17, end)));
    at = end;
  }
}

function takeScan(state: State, bytes: Uint8Array, { data, whole }: Segment, begin: number): number {
  const { frame } = state;
  if (!frame) throw new Unreadable("no header");
  const scan = readScanHeader(state, frame, data);
  const end = readScan(bytes, begin, frame, scan, () => {
    state.blocks.left -= 1;
    if (state.blocks.left < 0) throw new Unreadable("too many scans");
  });
  for (const { component } of scan.parts) if (scan.from === 0) state.seen.add(component);
  state.kept.push(whole, bytes.subarray(begin, end));
  return nextMarker(bytes, end);
}

function readScanHeader(state: State, frame: Frame, data: Uint8Array): Scan {
  const [count = 0] = data;
  if (count < 1 || count > 4 || data.length !== 4 + 2 * count) throw new Unreadable("no scan");
  const parts = Array.from({ length: count }, (_, index) => {
    const [id, tables = 0] = data.subarray(1 + 2 * index);
    const component = frame.components.find((each) => each.id === id);
    if (!component) throw new Unreadable("no such part");
    return { component, dc: state.dc.get(tables >> 4), ac: state.ac.get(tables & 15) };
  });
  const [from = 0, to = 0, approximation = 0] = data.subarray(1 + 2 * count);
  const isWrong = frame.isProgressive
    ? to > 63 || from > to || (from === 0 ? to !== 0 : count !== 1)
    : from !== 0 || to !== 63;
  if (isWrong) throw new Unreadable("no scan");
  return { parts, from, to, high: approximation >> 4, restartInterval: state.restartInterval };
}

/** Some encoders pad a scan. Anything between the scan and the next marker is left out. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new Unreadable("cut off");
}

function jfif(): Uint8Array {
  return joinBytes([Uint8Array.of(0xff, 0xe0, 0, 16), JFIF, Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0)]);
}

/** A segment with the orientation and nothing else; none if the orientation is normal or unknown. */
function orientationOnly(tiff: Uint8Array): Uint8Array[] {
  const orientation = orientationOf(tiff);
  if (orientation === null || orientation < 2 || orientation > 8) return [];
  const [a, b] = [ORIENTATION_TAG >> 8, ORIENTATION_TAG & 255];
  // Big-endian TIFF: one directory at offset 8 with one entry, and no further directory.
  const directory = [0, 1, a, b, 0, TIFF_SHORT, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const body = [...EXIF, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, ...directory];
  return [Uint8Array.of(0xff, 0xe1, 0, body.length + 2, ...body)];
}

function orientationOf(tiff: Uint8Array): number | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = tiff[0] === 0x49;
  if (tiff.length < 14) return null;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return null;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > tiff.length) return null;
    if (view.getUint16(at, isLittle) === ORIENTATION_TAG) return view.getUint16(at + 8, isLittle);
  }
  return null;
}
