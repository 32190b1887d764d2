import { Unreadable } from "./unreadable.ts";

/**
 * Decodes sequential and progressive JPEG data (ITU-T T.81) down to the coefficients. A file can only be invalid up to
 * that point: the later steps of a viewer (transform, colours) cannot fail, so no pixels are computed here.
 */

export type Component = {
  id: number;
  /** Sampling factors, across and down. */
  h: number;
  v: number;
  /**
   * The number of 8 × 8 blocks in the image, across and down. `stride` is the number in a row, including the padding of
   * whole MCUs.
   */
  blocksAcross: number;
  blocksDown: number;
  stride: number;
  /** For a progressive image, two words per block: which of its coefficients are not zero. */
  known: Uint32Array | null;
};
export type Frame = { isProgressive: boolean; mcusAcross: number; mcusDown: number; components: Component[] };
export type HuffmanTable = {
  firstCode: number[];
  lastCode: number[];
  firstIndex: number[];
  values: Uint8Array;
};
type ScanPart = { component: Component; dc: HuffmanTable | undefined; ac: HuffmanTable | undefined };
export type Scan = {
  parts: ScanPart[];
  from: number;
  to: number;
  /** Successive approximation: 0 in the first scan of these coefficients, otherwise the scan refines them. */
  high: number;
  /** MCUs between two restart markers; 0 for none. */
  restartInterval: number;
};

const MAX_CODE_BITS = 16;
const BLOCK = 64;

/**
 * Builds a table from the `counts` of codes of 1 to 16 bits and the values in the order of their codes (T.81, annex C).
 */
export function huffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const table: HuffmanTable = { firstCode: [0], lastCode: [-1], firstIndex: [0], values };
  let [code, index] = [0, 0];
  for (const count of counts) {
    table.firstCode.push(code);
    table.firstIndex.push(index);
    index += count;
    code += count;
    table.lastCode.push(code - 1);
    if (code > 1 << (table.firstCode.length - 1)) throw new Unreadable("impossible codes");
    code <<= 1;
  }
  if (index !== values.length) throw new Unreadable("impossible codes");
  return table;
}

/** The bits up to the next marker. Reading past the marker means that the file is truncated. */
class Bits {
  private held = 0;
  private count = 0;
  private readonly bytes: Uint8Array;
  at: number;
  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  read(bits: number): number {
    while (this.count < bits) {
      this.held = ((this.held & 0xff_ffff) << 8) | this.nextByte();
      this.count += 8;
    }
    this.count -= bits;
    return (this.held >>> this.count) & ((1 << bits) - 1);
  }

  decode(table: HuffmanTable | undefined): number {
    if (!table) throw new Unreadable("a table is missing");
    let code = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      code = (code << 1) | this.read(1);
      if (code <= (table.lastCode[length] ?? -1)) {
        const index = (table.firstIndex[length] ?? 0) + code - (table.firstCode[length] ?? 0);
        return table.values[index] ?? 0;
      }
    }
    throw new Unreadable("unknown code");
  }

  restart(expected: number): void {
    this.count = 0;
    if (this.bytes[this.at] !== 0xff || this.bytes[this.at + 1] !== 0xd0 + expected) {
      throw new Unreadable("a restart marker is missing");
    }
    this.at += 2;
  }

  private nextByte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Unreadable("cut off");
    if (byte !== 0xff) {
      this.at += 1;
      return byte;
    }
    if (this.bytes[this.at + 1] !== 0) throw new Unreadable("cut off");
    this.at += 2;
    return byte;
  }
}

/** Reads one scan, which begins at `at`. Returns where its data ends. `visit` is called for each block. */
export function readScan(bytes: Uint8Array, at: number, frame: Frame, scan: Scan, visit: () => void): number {
  const bits = new Bits(bytes, at);
  const readBlock = blockReader(bits, frame, scan);
  const [only, ...others] = scan.parts;
  const isAlone = only !== undefined && others.length === 0;
  const across = isAlone ? only.component.blocksAcross : frame.mcusAcross;
  const down = isAlone ? only.component.blocksDown : frame.mcusDown;
  for (let mcu = 0; mcu < across * down; mcu++) {
    if (scan.restartInterval > 0 && mcu > 0 && mcu % scan.restartInterval === 0) {
      bits.restart((mcu / scan.restartInterval - 1) % 8);
      readBlock.restart();
    }
    const [column, row] = [mcu % across, Math.floor(mcu / across)];
    for (const part of scan.parts) {
      const { h, v, stride } = part.component;
      const [wide, high] = isAlone ? [1, 1] : [h, v];
      for (let y = 0; y < high; y++) {
        for (let x = 0; x < wide; x++) {
          visit();
          readBlock.read(part, (row * high + y) * stride + column * wide + x);
        }
      }
    }
  }
  return bits.at;
}

function blockReader(bits: Bits, frame: Frame, scan: Scan) {
  /** The number of following blocks that have no more coefficients in this scan. */
  let emptyBlocks = 0;
  const { from, to } = scan;
  const restart = () => {
    emptyBlocks = 0;
  };
  const readDifference = ({ dc }: ScanPart) => {
    const size = bits.decode(dc);
    if (size > 15) throw new Unreadable("unknown code");
    bits.read(size);
  };
  /** Reads from coefficient `at`; in a sequential image, to the end of the block. */
  const readCoefficients = ({ ac, component }: ScanPart, block: number, at: number) => {
    if (emptyBlocks > 0) {
      emptyBlocks -= 1;
      return;
    }
    for (let k = at; k <= to; k++) {
      const code = bits.decode(ac);
      const [zeros, size] = [code >> 4, code & 15];
      if (size === 0 && zeros < 15) {
        if (frame.isProgressive) emptyBlocks = (1 << zeros) - 1 + bits.read(zeros);
        return;
      }
      k += zeros;
      if (size === 0) continue;
      if (k > to) throw new Unreadable("too many coefficients");
      bits.read(size);
      note(component, block, k);
    }
  };
  const refine = ({ ac, component }: ScanPart, block: number) => {
    let k = from;
    for (; emptyBlocks === 0 && k <= to; k++) {
      const code = bits.decode(ac);
      const size = code & 15;
      let zeros = code >> 4;
      if (size === 0 && zeros < 15) {
        emptyBlocks = (1 << zeros) + bits.read(zeros);
        break;
      }
      if (size > 0) bits.read(1);
      for (; k <= to; k++) {
        if (isKnown(component, block, k)) bits.read(1);
        else if (zeros === 0) break;
        else zeros -= 1;
      }
      if (size > 0 && k <= to) note(component, block, k);
    }
    if (emptyBlocks === 0) return;
    for (let count = countKnown(component, block, k, to); count > 0; count--) bits.read(1);
    emptyBlocks -= 1;
  };
  const read = (part: ScanPart, block: number) => {
    if (!frame.isProgressive) {
      readDifference(part);
      readCoefficients(part, block, 1);
    } else if (from === 0) {
      if (scan.high === 0) readDifference(part);
      else bits.read(1);
    } else if (scan.high === 0) readCoefficients(part, block, from);
    else refine(part, block);
  };
  return { read, restart };
}

function note({ known }: Component, block: number, k: number): void {
  if (!known || k >= BLOCK) return;
  const word = 2 * block + (k >> 5);
  known[word] = (known[word] ?? 0) | (1 << (k & 31));
}

function isKnown({ known }: Component, block: number, k: number): boolean {
  return (((known?.[2 * block + (k >> 5)] ?? 0) >>> (k & 31)) & 1) === 1;
}

/** Visits only coefficients that are not zero, because a few bytes can say that thousands of blocks have none. */
function countKnown({ known }: Component, block: number, from: number, to: number): number {
  const first = (known?.[2 * block] ?? 0) & bitsBetween(from, Math.min(to, 31));
  const second = (known?.[2 * block + 1] ?? 0) & bitsBetween(Math.max(from - 32, 0), to - 32);
  return countBits(first) + countBits(second);
}

/** A word with the bits `from` to `to`. */
function bitsBetween(from: number, to: number): number {
  return from > to ? 0 : (0xffff_ffff >>> (31 - to + from)) << from;
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
