import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { parsePdf } from "./parsePdf.ts";

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
