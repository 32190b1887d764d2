/**
 * A tokenizer's vocabulary, sorted by bytes, so that tokens are found without an object for each of 200,000. Token `at`
 * has the bytes from `offsets[at]` to `offsets[at + 1]`.
 */
export type Vocabulary = { bytes: Uint8Array; offsets: Uint32Array; ranks: Uint32Array };

const HEADER_BYTES = 4;
const RANK_BYTES = 3;

/**
 * Packs a vocabulary, whose index is the rank: the number of tokens, then a column each for the bytes shared with the
 * token before, the bytes that follow, three for the rank, and then these bytes. Columns compress better than rows.
 */
export function packVocabulary(tokens: readonly Uint8Array[]): Uint8Array {
  const sorted = tokens.map((bytes, rank) => ({ bytes, rank })).sort((a, b) => compare(a.bytes, b.bytes));
  const columns: number[][] = [[], [], [], [], []];
  const rest: number[] = [];
  let before: Uint8Array = new Uint8Array();
  for (const { bytes, rank } of sorted) {
    let shared = 0;
    while (shared < Math.min(bytes.length, before.length) && bytes[shared] === before[shared]) shared += 1;
    const row = [shared, bytes.length - shared, rank & 255, (rank >> 8) & 255, rank >> 16];
    for (const [column, value] of row.entries()) columns[column]?.push(value);
    for (const byte of bytes.subarray(shared)) rest.push(byte);
    before = bytes;
  }
  const header = new Uint8Array(HEADER_BYTES);
  new DataView(header.buffer).setUint32(0, tokens.length);
  return Uint8Array.from([...header].concat(...columns, rest));
}

/** Unpacks what `packVocabulary` made. Yields now and then, so that the page can respond. */
export function* unpackVocabulary(packed: Uint8Array): Generator<void, Vocabulary> {
  const count = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const column = (index: number) =>
    packed.subarray(HEADER_BYTES + index * count, HEADER_BYTES + (index + 1) * count);
  const [shared, added] = [column(0), column(1)];
  const rankColumns = [column(2), column(3), column(4)];
  const offsets = new Uint32Array(count + 1);
  for (let at = 0; at < count; at += 1)
    offsets[at + 1] = (offsets[at] ?? 0) + (shared[at] ?? 0) + (added[at] ?? 0);
  const bytes = new Uint8Array(offsets[count] ?? 0);
  const ranks = new Uint32Array(count);
  let from = HEADER_BYTES + (2 + RANK_BYTES) * count;
  for (let at = 0; at < count; at += 1) {
    if (at % 1000 === 0) yield;
    const [start, kept, fresh] = [offsets[at] ?? 0, shared[at] ?? 0, added[at] ?? 0];
    const earlier = offsets[Math.max(0, at - 1)] ?? 0;
    bytes.copyWithin(start, earlier, earlier + kept);
    bytes.set(packed.subarray(from, from + fresh), start + kept);
    from += fresh;
    ranks[at] = rankColumns.reduce((sum, each, place) => sum + ((each[at] ?? 0) << (8 * place)), 0);
  }
  return { bytes, offsets, ranks };
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1)
    if (a[at] !== b[at]) return (a[at] ?? 0) - (b[at] ?? 0);
  return a.length - b.length;
}
