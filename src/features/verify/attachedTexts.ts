import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";

/** Far more than a certificate needs. A hostile file may list more, or list them in a circle. */
const MAX_ITEMS = 500;
const MAX_TEXT_BYTES = 1024 * 1024;

/**
 * The texts of the files attached to a PDF (ISO 32000-1, 7.7.4 and 7.11.4), without duplicates. Excludes files that
 * only an earlier revision of the PDF lists, although their bytes may remain. Empty for a PDF that cannot be read:
 * broken, encrypted, or built to take too long.
 */
export async function attachedTexts(pdf: Uint8Array): Promise<string[]> {
  const context = await parsePdf(pdf);
  const catalog = context?.lookup(context.trailerInfo.Root);
  const names = dictIn(dictIn(catalog, "Names"), "EmbeddedFiles");
  const texts = new Set<string>();
  for (const stream of listedStreams(names)) {
    const text = await decode(stream);
    if (text !== null) texts.add(text);
  }
  return [...texts];
}

/** The streams of every file in a name tree, or none if the tree has more items than a genuine one. */
function listedStreams(root: PDFDict | undefined): Set<PDFRawStream> {
  const streams = new Set<PDFRawStream>();
  const nodes: (PDFObject | undefined)[] = [root];
  let items = 0;
  for (const node of nodes) {
    const files = itemsOf(node, "Names");
    const kids = itemsOf(node, "Kids");
    items += files.length + kids.length;
    if (items > MAX_ITEMS) return new Set();
    nodes.push(...kids);
    for (const file of files) {
      // PDF readers may open any of these: F, UF, or the obsolete keys for a single system.
      const versions = dictIn(file, "EF");
      for (const key of versions?.keys() ?? []) {
        const stream = versions?.lookup(key);
        if (stream instanceof PDFRawStream) streams.add(stream);
      }
    }
  }
  return streams;
}

function dictIn(holder: PDFObject | undefined, key: string): PDFDict | undefined {
  const value = holder instanceof PDFDict ? holder.lookup(PDFName.of(key)) : undefined;
  return value instanceof PDFDict ? value : undefined;
}

function itemsOf(holder: PDFObject | undefined, key: string): (PDFObject | undefined)[] {
  const list = holder instanceof PDFDict ? holder.lookup(PDFName.of(key)) : undefined;
  if (!(list instanceof PDFArray)) return [];
  // One more than the limit is enough to detect an excess.
  const count = Math.min(list.size(), MAX_ITEMS + 1);
  return Array.from({ length: count }, (_, index) => list.lookup(index));
}

async function decode({ dict, contents }: PDFRawStream): Promise<string | null> {
  const filters = dict.lookup(PDFName.of("Filter"));
  const filter = filters instanceof PDFArray && filters.size() === 1 ? filters.lookup(0) : filters;
  if (contents.length > MAX_TEXT_BYTES) return null;
  if (filter === undefined) return new TextDecoder().decode(contents);
  if (filter !== PDFName.of("FlateDecode")) return null;
  const inflated = new Blob([new Uint8Array(contents)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"))
    .pipeThrough(new TextDecoderStream());
  let text = "";
  try {
    for (const reader = inflated.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      // A kilobyte can expand to a megabyte of zeros.
      if (text.length > MAX_TEXT_BYTES) {
        await reader.cancel();
        return null;
      }
    }
  } catch (error) {
    // The stream is damaged, so it counts as unreadable.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Deflate expands data at most a thousandfold, and a genuine certificate has two kilobytes. */
const MAX_PACKED_BYTES = 64 * 1024;
/** Limit on the bytes read while unpacking object streams. */
const MAX_UNPACKING = 200_000_000;
/** In a genuine file, whitespace and numbers are read two or three times. */
const READS_PER_BYTE = 20;
const OBJECTS_PER_TICK = 500;

/** The objects of a PDF, each in its latest version. Null if it is broken, encrypted or built to take too long. */
async function parsePdf(bytes: Uint8Array): Promise<PDFContext | null> {
  try {
    const context = await new CarefulParser(bytes).parse();
    return context.trailerInfo.Encrypt ? null : context;
  } catch (error) {
    console.info("The PDF cannot be read", error);
    return null;
  }
}

/**
 * The library's parser with limits for untrusted files: it stops at the first broken object, does not read the same
 * bytes over and over, and unpacks no more than a small document contains.
 */
class CarefulParser extends PDFParser {
  private readsLeft: number;
  private packedLeft = MAX_PACKED_BYTES;
  private unpackingLeft = MAX_UNPACKING;
  private excess: Error | undefined;

  constructor(pdf: Uint8Array) {
    super(pdf, OBJECTS_PER_TICK, true);
    this.readsLeft = pdf.length * READS_PER_BYTE + 10_000;
  }

  async parse(): Promise<PDFContext> {
    const context = await this.parseDocument();
    // The library treats some errors as the end of an object.
    if (this.excess) throw this.excess;
    return context;
  }

  protected override parseRawInt(): number {
    return this.counted(() => super.parseRawInt());
  }

  protected override skipWhitespaceAndComments(): void {
    this.counted(() => super.skipWhitespaceAndComments());
  }

  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFRawStream {
    const object = super.parseDictOrStream(ref);
    if (!(object instanceof PDFRawStream)) return object as PDFDict;
    const type = object.dict.lookup(PDFName.of("Type"));
    if (type === PDFName.of("XRef")) return this.trailer(object.dict);
    return type === PDFName.of("ObjStm") ? this.unpacked(object) : object;
  }

  private counted<Value>(read: () => Value): Value {
    if (this.excess) throw this.excess;
    const from = this.bytes.offset();
    try {
      return read();
    } finally {
      this.readsLeft -= this.bytes.offset() - from;
      if (this.readsLeft < 0) this.refuse("is read over and over");
    }
  }

  /** Reads only the trailer of a cross-reference table, because the objects are found without the table. */
  private trailer(dict: PDFDict): PDFDict {
    const { trailerInfo } = this.context;
    trailerInfo.Root = dict.get(PDFName.of("Root")) ?? trailerInfo.Root;
    trailerInfo.Encrypt = dict.get(PDFName.of("Encrypt")) ?? trailerInfo.Encrypt;
    return dict;
  }

  private unpacked(stream: PDFRawStream): PDFRawStream {
    const { dict, contents } = stream;
    const filters = dict.lookup(PDFName.of("Filter"));
    const filter = filters instanceof PDFArray && filters.size() === 1 ? filters.lookup(0) : filters;
    this.packedLeft -= contents.length;
    if (this.packedLeft < 0 || (filter && filter !== PDFName.of("FlateDecode"))) {
      throw this.refuse("has too much data in object streams");
    }
    const plain = decodePDFRawStream(stream).decode();
    this.unpackingLeft -= plain.length * (dict.lookup(PDFName.of("N"), PDFNumber).asNumber() + 1);
    if (!(this.unpackingLeft >= 0)) throw this.refuse("has too many objects in object streams");
    dict.delete(PDFName.of("Filter"));
    return PDFRawStream.of(dict, plain);
  }

  private refuse(why: string): Error {
    this.excess = new Error(`the file ${why}`);
    return this.excess;
  }
}
