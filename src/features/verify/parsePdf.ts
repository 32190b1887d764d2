import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFNumber,
  PDFParser,
  PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";

/** Deflate expands data at most a thousandfold, and a genuine certificate has two kilobytes. */
const MAX_PACKED_BYTES = 64 * 1024;
/** Limit on the bytes read while unpacking object streams. */
const MAX_UNPACKING = 200_000_000;
/** In a genuine file, whitespace and numbers are read two or three times. */
const READS_PER_BYTE = 20;
const OBJECTS_PER_TICK = 500;

/** The objects of a PDF, each in its latest version. Null if it is broken, encrypted or built to take too long. */
export async function parsePdf(bytes: Uint8Array): Promise<PDFContext | null> {
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
