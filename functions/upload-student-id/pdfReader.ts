import { inflateBounded } from "./inflate.ts";
import { type Dict, filtersOf, Name, nameOf, numberOf, Plain, Ref, Stream, type Value } from "./pdfValues.ts";
import { joinBytes, Unreadable } from "./unreadable.ts";

/**
 * Reads the objects of a PDF (ISO 32000-1, 7.2 to 7.5) in one pass, in time and memory proportional to the file size.
 * The library that creates our certificates reads any file, but a hostile one can keep it busy for hours.
 */

type Budget = { inflatedBytes: number; objectStreams: number; values: number };

/** Objects by number, and the root object. */
export type Objects = { byNumber: Map<number, Value>; root: Value | undefined };

const MAX_DEPTH = 40;
const MAX_OBJECTS = 20_000;
/** For a whole file: the inflated size of its object streams, and the number of values in all of its objects. */
const MAX_INFLATED_BYTES = 8 * 1024 * 1024;
const MAX_VALUES = 300_000;
const MAX_OBJECT_STREAMS = 1_000;

const OBJECT_OR_TRAILER = /(\d{1,7})[\s\0]{1,10}\d{1,5}[\s\0]{1,10}obj|trailer/g;
const REFERENCE = /(\d{1,7})[\s\0]{1,10}\d{1,5}[\s\0]{1,10}R(?![^\s\0()<>[\]{}/%])/y;
/** Also matches malformed numbers that some programs write, such as 1.-5. */
const NUMBER = /^[+\-.\d]+$/;
const SPACES = new Set("\0\t\n\f\r ");
const DELIMITERS = new Set("()<>[]{}/%");

export async function readObjects(bytes: Uint8Array): Promise<Objects> {
  const text = latin1(bytes);
  const objects: Objects = { byNumber: new Map(), root: undefined };
  const budget: Budget = {
    inflatedBytes: MAX_INFLATED_BYTES,
    objectStreams: MAX_OBJECT_STREAMS,
    values: MAX_VALUES,
  };
  let at = 0;
  for (;;) {
    OBJECT_OR_TRAILER.lastIndex = at;
    const found = OBJECT_OR_TRAILER.exec(text);
    if (!found) break;
    const reader = new Reader(text, OBJECT_OR_TRAILER.lastIndex, budget);
    const value = reader.read();
    const stream = value instanceof Map ? reader.readStream(value, bytes) : null;
    at = reader.at;
    const dict = stream?.dict ?? value;
    const type = stream && nameOf(stream.dict.get("Type"));
    if (dict instanceof Map && (found[0] === "trailer" || type === "XRef")) noteTrailer(objects, dict);
    else if (stream && type === "ObjStm") await readObjectStream(objects, stream, budget);
    else setObject(objects, Number(found[1]), stream ?? value);
  }
  return objects;
}

function setObject(objects: Objects, number: number, value: Value): void {
  objects.byNumber.set(number, value);
  if (objects.byNumber.size > MAX_OBJECTS) throw new Unreadable("too many objects");
}

function noteTrailer(objects: Objects, dict: Dict): void {
  if (dict.has("Encrypt")) throw new Unreadable("encrypted");
  objects.root = dict.get("Root") ?? objects.root;
}

/** Reads many objects from one compressed stream: pairs of object number and offset, then the objects themselves. */
async function readObjectStream(objects: Objects, stream: Stream, budget: Budget): Promise<void> {
  budget.objectStreams -= 1;
  if (budget.objectStreams < 0) throw new Unreadable("too many streams");
  const content = await decodeStream(stream, budget.inflatedBytes);
  budget.inflatedBytes -= content.length;
  const reader = new Reader(latin1(content), 0, budget);
  const [count, first] = [numberOf(stream.dict.get("N")), numberOf(stream.dict.get("First"))];
  if (count === null || first === null || count > MAX_OBJECTS) throw new Unreadable("no object stream");
  const places = Array.from(
    { length: count },
    () => [numberOf(reader.read()), numberOf(reader.read())] as const,
  );
  for (const [number, offset] of places) {
    if (number === null || offset === null || first + offset < reader.at)
      throw new Unreadable("no object stream");
    // Never goes back: overlapping objects would be read again and again.
    reader.at = first + offset;
    setObject(objects, number, reader.read());
  }
}

/** The content of a stream that is plain or deflated, up to `maxBytes`. Throws Unreadable for any other coding. */
export async function decodeStream({ dict, data }: Stream, maxBytes: number): Promise<Uint8Array> {
  const filters = filtersOf(dict);
  if (filters.length === 0) return data;
  if (filters.join() !== "FlateDecode") throw new Unreadable("unknown coding");
  if (dict.get("DecodeParms") instanceof Map) throw new Unreadable("unknown coding");
  const parts: Uint8Array[] = [];
  await inflateBounded([data], maxBytes, (part) => parts.push(part));
  return joinBytes(parts);
}

export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

class Reader {
  private readonly text: string;
  private readonly budget: Budget;
  at: number;
  constructor(text: string, at: number, budget: Budget) {
    this.text = text;
    this.at = at;
    this.budget = budget;
  }

  read(depth = 0): Value {
    this.budget.values -= 1;
    if (depth > MAX_DEPTH || this.budget.values < 0) throw new Unreadable("too deep");
    this.skipSpace();
    const [first, second] = [this.text[this.at], this.text[this.at + 1]];
    if (first === "<" && second === "<") return this.readDict(depth);
    if (first === "<") return this.readHex();
    if (first === "(") return this.readString();
    if (first === "[") return this.readArray(depth);
    if (first === "/") return this.readName();
    REFERENCE.lastIndex = this.at;
    const reference = REFERENCE.exec(this.text);
    if (reference) {
      this.at = REFERENCE.lastIndex;
      return new Ref(Number(reference[1]));
    }
    const word = this.readWord();
    if (word === "" || !(NUMBER.test(word) || ["true", "false", "null"].includes(word))) {
      throw new Unreadable("unknown object");
    }
    return new Plain(word);
  }

  /** The stream that follows its dictionary, or null if there is none. */
  readStream(dict: Dict, bytes: Uint8Array): Stream | null {
    this.skipSpace();
    if (!this.text.startsWith("stream", this.at)) return null;
    let start = this.at + "stream".length;
    if (this.text[start] === "\r") start += 1;
    if (this.text[start] === "\n") start += 1;
    const length = numberOf(dict.get("Length"));
    const said = length !== null && length >= 0 ? start + length : -1;
    const isSaid = said >= 0 && /^[\r\n]{0,2}endstream/.test(this.text.slice(said, said + 11));
    const found = isSaid ? said : this.text.indexOf("endstream", start);
    if (found < 0) throw new Unreadable("cut off");
    this.at = this.text.indexOf("endstream", found) + "endstream".length;
    const end = isSaid
      ? said
      : found - (/\r?\n$|\r$/.exec(this.text.slice(Math.max(start, found - 2), found))?.[0].length ?? 0);
    return new Stream(dict, bytes.subarray(start, end));
  }

  private readDict(depth: number): Dict {
    const dict: Dict = new Map();
    this.at += 2;
    for (;;) {
      this.skipSpace();
      if (this.text.startsWith(">>", this.at)) break;
      if (this.text[this.at] !== "/") throw new Unreadable("no key");
      const key = this.readName().value;
      dict.set(key, this.read(depth + 1));
    }
    this.at += 2;
    return dict;
  }

  private readArray(depth: number): Value[] {
    const values: Value[] = [];
    this.at += 1;
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] === "]") break;
      values.push(this.read(depth + 1));
    }
    this.at += 1;
    return values;
  }

  private readHex(): Plain {
    const end = this.text.indexOf(">", this.at);
    const text = this.text.slice(this.at, end + 1);
    if (end < 0 || !/^<[\da-f\s\0]*>$/i.test(text)) throw new Unreadable("cut off");
    this.at = end + 1;
    return new Plain(text);
  }

  private readString(): Plain {
    const start = this.at;
    let depth = 0;
    do {
      const character = this.text[this.at];
      if (character === undefined) throw new Unreadable("cut off");
      if (character === "\\") this.at += 1;
      else if (character === "(") depth += 1;
      else if (character === ")") depth -= 1;
      this.at += 1;
    } while (depth > 0);
    return new Plain(this.text.slice(start, this.at));
  }

  private readName(): Name {
    this.at += 1;
    const escaped = this.readWord();
    return new Name(
      escaped.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    );
  }

  private readWord(): string {
    const start = this.at;
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? "";
      if (SPACES.has(character) || DELIMITERS.has(character)) break;
    }
    return this.text.slice(start, this.at);
  }

  private skipSpace(): void {
    let isComment = false;
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? "";
      if (isComment) isComment = character !== "\n" && character !== "\r";
      else if (character === "%") isComment = true;
      else if (!SPACES.has(character)) return;
    }
  }
}
