const STREAM = /<<([\s\S]{0,2000}?)>>\s*stream\r?\n/g;
const END = "endstream";
const MAX_STREAM_BYTES = 1024 * 1024;
const IS_PICTURE_OR_FONT = /\/(Image|FontFile|ObjStm|XRef|ICCBased)\b/;

/**
 * The texts of JSON files in a PDF. A file that is attached is a stream of its own, plain or deflated (ISO 32000-1,
 * 7.3.8 and 7.11.4), so that no library is needed to find it; one in an encrypted PDF is not found.
 */
export async function attachedTexts(pdf: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const text = new TextDecoder("latin1").decode(pdf);
  const texts: string[] = [];
  for (const match of text.matchAll(STREAM)) {
    const [whole, dictionary = ""] = match;
    const from = match.index + whole.length;
    const to = endOf(text, from, dictionary);
    if (IS_PICTURE_OR_FONT.test(dictionary) || to < from || to - from > MAX_STREAM_BYTES) continue;
    const content = await decode(pdf.slice(from, to), dictionary);
    if (content?.trimStart().startsWith("{")) texts.push(content);
  }
  return texts;
}

function endOf(text: string, from: number, dictionary: string): number {
  // "/Length 5 0 R" is a reference and no length.
  const length = /\/Length\s+(\d+)\b(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
  if (length !== undefined) return from + Number(length);
  const end = text.indexOf(END, from);
  return text.slice(from, end).replace(/\r?\n$/, "").length + from;
}

async function decode(bytes: Uint8Array<ArrayBuffer>, dictionary: string): Promise<string | null> {
  if (!/\/Filter\b/.test(dictionary)) return new TextDecoder().decode(bytes);
  if (!/\/FlateDecode\b/.test(dictionary)) return null;
  try {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return await new Response(inflated).text();
  } catch (error) {
    // Damaged, or encrypted: none of the texts that can be read.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
