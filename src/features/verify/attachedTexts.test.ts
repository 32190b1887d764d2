import { deflateSync } from "node:zlib";
import { AFRelationship, PDFDocument } from "@cantoo/pdf-lib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FAULTS, invalid } from "./answer.ts";
import { checkFile, MAX_FILE_BYTES, readCertificateFile } from "./check.ts";

const credentialOf = (name: string) =>
  `{"type":["VerifiableCredential","OpenBadgeCredential"],"name":"${name}"}`;
const CREDENTIAL = credentialOf("山田 مريم");
const OTHER = credentialOf("Somebody Else");

let quiet: { mockRestore(): void };
beforeEach(() => {
  quiet = vi.spyOn(console, "info").mockImplementation(() => undefined);
});
afterEach(() => quiet.mockRestore());

async function pdfWith(files: Record<string, string>, useObjectStreams: boolean): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText("stream endstream { }");
  for (const [name, text] of Object.entries(files)) {
    await pdf.attach(new TextEncoder().encode(text), name, { afRelationship: AFRelationship.Source });
  }
  return pdf.save({ useObjectStreams });
}

type Bytes = string | Uint8Array;
const read = (...parts: Bytes[]) =>
  readCertificateFile(
    new Blob(parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part)))),
  );

const object = (number: number, content: string) => `${number} 0 obj\n${content}\nendobj\n`;
const stream = (number: number, text: string) => object(number, `<< >>\nstream\r\n${text}\r\nendstream`);
/** A PDF as another program writes it, with this name tree in its catalog (object 1). */
const written = (tree: string, ...objects: string[]) =>
  `%PDF-1.4\n${object(1, `<< /Type /Catalog /Names << /EmbeddedFiles ${tree} >> >>`)}${objects.join("")}trailer << /Root 1 0 R >>\n%%EOF\n`;
const file = (reference: string) => `<< /Type /Filespec /EF << /F ${reference} >> >>`;

test.each([true, false])(
  "the certificate check finds the credential among the attachments of a PDF (compact: %s)",
  async (compact) => {
    expect(await read(await pdfWith({ "a.json": '{"other":1}', "b.json": CREDENTIAL }, compact))).toEqual([
      CREDENTIAL,
    ]);
  },
);

test("a PDF without attachments contains no certificate", async () => {
  expect(await read(await pdfWith({}, true))).toEqual([]);
});

test.each([true, false])(
  "the certificate check finds both certificates in a PDF that contains two (compact: %s)",
  async (compact) => {
    const pdf = await pdfWith({ "a.json": CREDENTIAL, "b.json": OTHER }, compact);
    expect(await read(pdf)).toEqual([CREDENTIAL, OTHER]);
  },
);

test("a PDF with two certificates is rejected with a message that gives this reason", async () => {
  const pdf = await pdfWith({ "a.json": CREDENTIAL, "b.json": OTHER }, true);
  expect(await checkFile(new File([new Uint8Array(pdf)], "two.pdf"))).toEqual(invalid("twoCertificates"));
  expect(FAULTS.twoCertificates).toBe(
    "This file contains two certificates. Ask for the file that was downloaded from us.",
  );
});

test("a certificate attached under two names counts as one", async () => {
  expect(await read(await pdfWith({ "a.json": CREDENTIAL, "b.json": CREDENTIAL }, true))).toEqual([
    CREDENTIAL,
  ]);
});

test("the certificate check also reads an alternative version of an attachment that other PDF readers would open", async () => {
  const both = "<< /EF << /F 2 0 R /UF 3 0 R >> >>";
  const pdf = written(`<< /Names [(a) ${both}] >>`, stream(2, CREDENTIAL), stream(3, OTHER));
  expect(await read(pdf)).toEqual([CREDENTIAL, OTHER]);
});

test("the certificate check reads an uncompressed PDF from another program even without stream lengths", async () => {
  const kids = "<< /Kids [<< /Kids [4 0 R] >>] >>";
  const leaf = object(4, `<< /Limits [(a) (a)] /Names [(a) ${file("2 0 R")}] >>`);
  expect(await read(written(kids, leaf, stream(2, CREDENTIAL)))).toEqual([CREDENTIAL]);
});

test("the certificate check reads only the newer version of a replaced PDF attachment", async () => {
  const before = written(`<< /Names [(a) ${file("2 0 R")}] >>`, stream(2, CREDENTIAL));
  const sameNumber = `${stream(2, OTHER)}trailer << /Root 1 0 R >>\n%%EOF\n`;
  expect(await read(before, sameNumber)).toEqual([OTHER]);
  const otherList = written(`<< /Names [(a) ${file("9 0 R")}] >>`, stream(9, OTHER)).slice(9);
  expect(await read(before, otherList)).toEqual([OTHER]);
});

test.each([true, false])(
  "the certificate check reads the listed attachment of our own PDF after a library has changed the PDF (compact: %s)",
  async (compact) => {
    const pdf = await PDFDocument.load(await pdfWith({ "a.json": CREDENTIAL }, compact), {
      forIncrementalUpdate: true,
    });
    pdf.detach("a.json");
    await pdf.attach(new TextEncoder().encode(OTHER), "a.json");
    expect(await read(await pdf.save({ useObjectStreams: compact }))).toEqual([OTHER]);
  },
);

test("the certificate check does not read a PDF attachment that was removed from the list but whose bytes remain", async () => {
  const before = written(`<< /Names [(a) ${file("2 0 R")}] >>`, stream(2, CREDENTIAL));
  const after = written("<< /Names [] >>").slice(9);
  expect(await read(before)).toEqual([CREDENTIAL]);
  expect(await read(before, after)).toEqual([]);
});

test("the certificate check skips damaged attachments of a PDF", async () => {
  const damaged = object(3, "<< /Filter /FlateDecode /Length 9 >>\nstream\nnot zlib!\nendstream");
  const tree = `<< /Names [(a) ${file("3 0 R")} (b) ${file("2 0 R")} (c) 77 0 R] >>`;
  expect(await read(written(tree, damaged, stream(2, CREDENTIAL)))).toEqual([CREDENTIAL]);
});

test.each([
  ["that is truncated", "%PDF-1.4\n1 0 obj\n<< /Length 99999999 >>\nstream\n{"],
  ["without a catalog", "%PDF-1.4\n"],
  ["with nothing after its header", "%PDF-"],
  ["that is encrypted", `${written("<< /Names [] >>")}trailer << /Encrypt 5 0 R >>`],
])("a PDF %s contains no certificate", async (_what, pdf) => {
  expect(await read(pdf)).toEqual([]);
});

test("a PDF with a circular or endless list of attachments contains no certificate", async () => {
  const circle = object(4, "<< /Kids [4 0 R 4 0 R] >>");
  expect(await read(written("<< /Kids [4 0 R] >>", circle))).toEqual([]);
  const endless = `<< /Names [${`(a) ${file("2 0 R")} `.repeat(100_000)}] >>`;
  expect(await read(written(endless, stream(2, CREDENTIAL)))).toEqual([]);
});

test("the certificate check does not unpack a PDF attachment that expands to many megabytes", async () => {
  const bomb = deflateSync(Buffer.concat([Buffer.from(CREDENTIAL), Buffer.alloc(50_000_000, " ")]));
  const start = written(`<< /Names [(a) ${file("2 0 R")}] >>`);
  const head = `2 0 obj\n<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`;
  expect(await read(start, head, bomb, "\nendstream\nendobj\n")).toEqual([]);
});

test.each([
  [
    "with objects that expand to gigabytes",
    packed(deflateSync(Buffer.alloc(100_000_000, "1 ")), "/FlateDecode", 9),
  ],
  [
    "that is packed twice",
    packed(deflateSync(deflateSync(Buffer.alloc(9_000))), "[/FlateDecode /FlateDecode]", 9),
  ],
  ["with a billion objects", packed(deflateSync(Buffer.alloc(9_000, "1 ")), "/FlateDecode", 1_000_000_000)],
  [
    "with a table of a billion objects",
    [object(5, "<< /Type /XRef /W [0 0 0] /Size 1000000000 >>\nstream\n\nendstream")],
  ],
  ["of whitespace", ["x", " ".repeat(3_000_000), "y"]],
  ["of digits", ["1".repeat(3_000_000)]],
  ["of objects without an end", ["1 0 obj\n(\n".repeat(300_000)]],
  ["of brackets", ["1 0 obj\n", "[".repeat(3_000_000)]],
])(
  "the certificate check rejects a hostile file %s within seconds",
  { timeout: 10_000 },
  async (_what, parts) => {
    expect(await read("%PDF-1.4\n", ...parts)).toEqual([]);
  },
);

function packed(bytes: Uint8Array, filter: string, count: number): Bytes[] {
  const dict = `<< /Type /Obj#53tm /N ${count} /First 0 /Filter ${filter} /Length ${bytes.length} >>`;
  return [`5 0 obj\n${dict}\nstream\n`, bytes, "\nendstream\nendobj\n"];
}

test("the certificate check reads a plain credential file unchanged", async () => {
  expect(await read(CREDENTIAL)).toEqual([CREDENTIAL]);
  expect(MAX_FILE_BYTES).toBeGreaterThan(2_000_000);
});
