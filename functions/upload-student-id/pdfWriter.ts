import { MAX_STUDENT_ID_BYTES } from "../../src/domain/sales/checkout.ts";
import { type Dict, Name, Plain, Ref, Stream, type Value } from "./pdfValues.ts";
import { joinBytes, TooLarge } from "./unreadable.ts";

type Get = (value: Value | undefined) => Value | undefined;

/** Keys for data that is not visible: texts, times, previews, layers, scripts and attachments. */
const LEFT_OUT = new Set([
  ...["Metadata", "PieceInfo", "LastModified", "Properties", "StructParent", "StructParents", "Thumb", "OPI"],
  ...["A", "AA", "JS", "AF", "EF", "Parent", "P"],
]);
const CATALOG = 1;
const PAGE_TREE = 2;

/**
 * Writes a file with these pages and the objects that they refer to. Calls `clean` for each stream. Throws TooLarge
 * before the result gets larger than a stored file may be.
 */
export async function writePdf(
  pages: readonly Dict[],
  get: Get,
  clean: (stream: Stream) => Promise<Stream>,
): Promise<Uint8Array> {
  const numbers = new Map<Value, number>();
  const waiting: { number: number; value: Value }[] = [];
  let last = PAGE_TREE;
  const numberFor = (value: Value) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(value, last);
    waiting.push({ number: last, value });
    return last;
  };
  // Counted before anything is joined: a value is written again for every reference to it, so a small file can ask for
  // an output of any size.
  let left = MAX_STUDENT_ID_BYTES;
  const spend = (length: number) => {
    left -= length;
    if (left < 0) throw new TooLarge();
  };
  const spent = (written: string) => {
    spend(written.length);
    return written;
  };
  const text = (value: Value): string => {
    if (value instanceof Plain) return spent(value.text);
    if (value instanceof Name) return spent(nameText(value.value));
    if (value instanceof Ref) {
      const target = get(value);
      if (target === undefined || target instanceof Plain) return spent(target?.text ?? "null");
      return spent(`${numberFor(target)} 0 R`);
    }
    if (value instanceof Stream) return spent(`${numberFor(value)} 0 R`);
    spend("<<>>".length);
    if (Array.isArray(value)) return `[${value.map(text).join(" ")}]`;
    const entries = [...value].filter(([key]) => !LEFT_OUT.has(key));
    return `<<${entries.map(([key, each]) => `${spent(nameText(key))} ${text(each)}`).join("")}>>`;
  };
  const cleaned = async (stream: Stream) => {
    const kept = await clean(stream);
    spend(kept.data.length);
    return kept;
  };

  const kids = pages.map((page) => `${numberFor(page)} 0 R`);
  const bodies = new Map<number, Uint8Array>([
    [CATALOG, latin1Bytes(`<</Type/Catalog/Pages ${PAGE_TREE} 0 R>>`)],
    [PAGE_TREE, latin1Bytes(`<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`)],
  ]);
  const isPage = new Set<Value>(pages);
  // Grows during the loop: the objects that a value refers to are appended.
  for (const { number, value } of waiting) {
    if (value instanceof Stream) bodies.set(number, await streamBody(await cleaned(value), text));
    else if (isPage.has(value)) {
      bodies.set(number, latin1Bytes(text(value).replace("<<", `<</Type/Page/Parent ${PAGE_TREE} 0 R`)));
    } else bodies.set(number, latin1Bytes(text(value)));
  }
  return assemble(bodies);
}

async function streamBody({ dict, data }: Stream, text: (value: Value) => string): Promise<Uint8Array> {
  const head = text(new Map(dict).set("Length", new Plain(String(data.length))));
  return joinBytes([latin1Bytes(`${head}\nstream\n`), data, latin1Bytes("\nendstream")]);
}

function assemble(bodies: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const parts = [latin1Bytes("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")];
  const table = ["0000000000 65535 f \n"];
  let at = parts[0]?.length ?? 0;
  for (const [number, body] of [...bodies].sort(([one], [other]) => one - other)) {
    table.push(`${String(at).padStart(10, "0")} 00000 n \n`);
    const part = joinBytes([latin1Bytes(`${number} 0 obj\n`), body, latin1Bytes("\nendobj\n")]);
    parts.push(part);
    at += part.length;
  }
  const trailer = `trailer\n<</Size ${table.length}/Root ${CATALOG} 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return joinBytes([...parts, latin1Bytes(`xref\n0 ${table.length}\n${table.join("")}${trailer}`)]);
}

function nameText(name: string): string {
  const toHex = (character: string) => `#${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, toHex)}`;
}

function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
