import { MAX_STUDENT_ID_BYTES } from "../../src/domain/sales/checkout.ts";
import { blockBudget, cleanJpeg } from "./jpeg.ts";
import { decodeStream, latin1, type Objects, readObjects } from "./pdfReader.ts";
import { type Dict, filtersOf, Name, nameOf, numberOf, Ref, Stream, type Value } from "./pdfValues.ts";
import { writePdf } from "./pdfWriter.ts";
import { requireSize, TooLarge, Unreadable } from "./unreadable.ts";

/** A student ID has one or two pages, a letter of enrolment a few. */
const MAX_PAGES = 20;
const MAX_NODES = 500;
/** For a whole file: the inflated size of its pages and compressed images. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;
/** For all pages and their compressed images together: a small file may have or repeat any number of them. */
const MAX_STREAMS = 1_000;
/** For all pages together. */
const MAX_ANNOTATIONS = 2_000;
/** In points: the largest page that viewers show (ISO 32000-1, annex C). */
const MAX_SIDE = 14_400;
const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"];
const OF_PAGE = [...INHERITED, "Contents", "UserUnit", "Group"];
/** What an annotation looks like, such as the filled field of a form; not what it does, says or links to. */
const OF_ANNOTATION = ["Type", "Subtype", "Rect", "AP", "AS", "F"];
/** Operators that show text or paint an image, form, inline image or path. */
const PAINTS = /(?:^|[\s\])>])(?:Tj|TJ|'|"|Do|EI|sh|f\*?|F|B\*?|b\*?|S|s)(?=$|[\s/[(<])/;

/**
 * Rewrites the file with its pages alone: no title, author, dates or program names, no scripts, attachments, links or
 * earlier versions, and images without camera metadata. Throws Unreadable for a file without a page that shows
 * anything.
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const objects = await readObjects(bytes);
  const get = (value: Value | undefined) => follow(objects, value);
  const pages = pagesOf(objects, get);
  const budget: Budget = {
    bytes: MAX_CONTENT_BYTES,
    streams: MAX_STREAMS,
    jpegBytes: MAX_STUDENT_ID_BYTES,
    blocks: blockBudget(),
  };
  let isBlank = true;
  for (const page of pages) {
    requireSaneSize(get(page.get("MediaBox")), get);
    if (isBlank) isBlank = !PAINTS.test(await contentOf(page, get, budget));
  }
  if (isBlank) throw new Unreadable("nothing on its pages");
  const kept = keptOf(pages, get);
  return writePdf(kept, get, (stream) => cleanImage(stream, get, budget));
}

type Get = (value: Value | undefined) => Value | undefined;
type Budget = { bytes: number; streams: number; jpegBytes: number; blocks: { left: number } };

function follow(objects: Objects, value: Value | undefined): Value | undefined {
  let found = value;
  for (let steps = 0; found instanceof Ref; steps++) {
    if (steps > 10) throw new Unreadable("circular");
    found = objects.byNumber.get(found.number);
  }
  return found;
}

function dictOf(value: Value | undefined): Dict | null {
  return value instanceof Map ? value : null;
}

/**
 * The pages in order, each with its inherited entries. Visits no node twice: a tree with shared branches can represent
 * any number of pages.
 */
function pagesOf(objects: Objects, get: Get): Dict[] {
  const root =
    dictOf(get(objects.root)) ??
    dictOf([...objects.byNumber.values()].find((each) => nameOf(dictOf(each)?.get("Type")) === "Catalog"));
  const pages: Dict[] = [];
  const seen = new Set<Dict>();
  const waiting: { node: Value | undefined; inherited: Dict }[] = [
    { node: root?.get("Pages"), inherited: new Map() },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = dictOf(get(next.node));
    if (!node || seen.has(node) || seen.size > MAX_NODES) throw new Unreadable("no pages");
    seen.add(node);
    const inherited: Dict = new Map([...next.inherited, ...only(node, INHERITED)]);
    const kids = get(node.get("Kids"));
    if (Array.isArray(kids)) {
      if (kids.length > MAX_NODES) throw new Unreadable("too many pages");
      waiting.push(...kids.toReversed().map((kid) => ({ node: kid, inherited })));
    } else pages.push(new Map([...inherited, ...node]));
    if (pages.length > MAX_PAGES) throw new Unreadable("too many pages");
  }
  if (pages.length === 0) throw new Unreadable("no pages");
  return pages;
}

function requireSaneSize(box: Value | undefined, get: Get): void {
  if (!Array.isArray(box) || box.length !== 4) throw new Unreadable("no size");
  const [left, bottom, right, top] = box.map((each) => numberOf(get(each)));
  if (left == null || bottom == null || right == null || top == null) throw new Unreadable("no size");
  const sides = [Math.abs(right - left), Math.abs(top - bottom)];
  if (sides.some((side) => side < 1 || side > MAX_SIDE)) throw new Unreadable("impossible size");
}

async function contentOf(page: Dict, get: Get, budget: Budget): Promise<string> {
  const contents = get(page.get("Contents"));
  const parts: string[] = [];
  for (const each of Array.isArray(contents) ? contents : [contents]) {
    const stream = get(each);
    if (!(stream instanceof Stream)) continue;
    parts.push(latin1(await spend(stream, budget)));
  }
  return parts.join("\n");
}

async function spend(stream: Stream, budget: Budget): Promise<Uint8Array> {
  budget.streams -= 1;
  if (budget.streams < 0) throw new Unreadable("too many streams");
  const content = await decodeStream(stream, budget.bytes);
  // Compressed data may inflate to nothing.
  budget.bytes -= Math.max(content.length, stream.data.length);
  if (budget.bytes < 0) throw new Unreadable("more data than it says");
  return content;
}

function keptOf(pages: readonly Dict[], get: Get): Dict[] {
  let count = 0;
  return pages.map((page) => {
    const kept = only(page, OF_PAGE);
    const annotations = get(page.get("Annots"));
    if (!Array.isArray(annotations)) return kept;
    count += annotations.length;
    if (count > MAX_ANNOTATIONS) throw new Unreadable("too many annotations");
    const shown = annotations.flatMap((each) => dictOf(get(each)) ?? []).filter((each) => each.has("AP"));
    return kept.set("Annots", shown.map(appearanceOf));
  });
}

/** A form field cannot be shown without its form, so its appearance is kept as a stamp. */
function appearanceOf(annotation: Dict): Dict {
  const kept = only(annotation, OF_ANNOTATION);
  return nameOf(kept.get("Subtype")) === "Widget" ? kept.set("Subtype", new Name("Stamp")) : kept;
}

/** Looks the keys up: a dictionary of any size may be shared by any number of annotations. */
function only(dict: Dict, keys: readonly string[]): Dict {
  return new Map(
    keys.flatMap((key): [string, Value][] => {
      const value = dict.get(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/**
 * Returns an image without its metadata. Other formats are returned unchanged, because they hold nothing but pixels.
 */
async function cleanImage(stream: Stream, get: Get, budget: Budget): Promise<Stream> {
  const filters = filtersOf(stream.dict);
  if (nameOf(get(stream.dict.get("Subtype"))) === "Image") {
    requireSize(numberOf(get(stream.dict.get("Width"))) ?? 0, numberOf(get(stream.dict.get("Height"))) ?? 0);
  }
  // JPEG 2000 has its own boxes for EXIF and XMP.
  if (filters.includes("JPXDecode")) throw new Unreadable("JPEG 2000");
  if (!filters.includes("DCTDecode")) return stream;
  if (filters.join() !== "DCTDecode" && filters.join() !== "FlateDecode,DCTDecode") {
    throw new Unreadable("unknown coding");
  }
  const outer =
    filters.length > 1 ? new Stream(new Map([["Filter", new Name("FlateDecode")]]), stream.data) : null;
  const jpeg = outer ? await spend(outer, budget) : stream.data;
  // Before they are read, which takes longer than inflating them.
  budget.jpegBytes -= jpeg.length;
  if (budget.jpegBytes < 0) throw new TooLarge();
  const dict = new Map(stream.dict).set("Filter", new Name("DCTDecode"));
  if (outer) dict.delete("DecodeParms");
  return new Stream(dict, cleanJpeg(jpeg, budget.blocks));
}
