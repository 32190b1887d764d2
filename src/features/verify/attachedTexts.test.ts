import { AFRelationship, PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { MAX_FILE_BYTES, readCertificateFile } from "./readCertificateFile.ts";

const CREDENTIAL = '{"type":["VerifiableCredential","OpenBadgeCredential"],"name":"山田 مريم"}';

async function pdfWith(files: Record<string, string>, useObjectStreams: boolean): Promise<Blob> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText("stream endstream { }");
  for (const [name, text] of Object.entries(files)) {
    await pdf.attach(new TextEncoder().encode(text), name, { afRelationship: AFRelationship.Source });
  }
  return new Blob([new Uint8Array(await pdf.save({ useObjectStreams }))]);
}

test.each([true, false])(
  "the credential is found among what is attached to a PDF (compact: %s)",
  async (compact) => {
    const file = await pdfWith({ "a.json": '{"other":1}', "certificate.json": CREDENTIAL }, compact);
    expect(await readCertificateFile(file)).toBe(CREDENTIAL);
  },
);

test("a PDF that nothing is attached to holds no certificate", async () => {
  expect(await readCertificateFile(await pdfWith({}, true))).toBeNull();
});

test("a PDF that another program wrote, plain and without lengths, is read as well", async () => {
  const pdf = `%PDF-1.4\n1 0 obj\n<< /Type /EmbeddedFile /Length 2 0 R >>\nstream\r\n${CREDENTIAL}\r\nendstream\nendobj`;
  expect(await readCertificateFile(new Blob([pdf]))).toBe(CREDENTIAL);
});

test("damaged streams are passed over", async () => {
  const pdf = `%PDF-1.4\n<< /Filter /FlateDecode /Length 9 >>\nstream\nnot zlib!\nendstream\n<< >> stream\n${CREDENTIAL}\nendstream`;
  expect(await readCertificateFile(new Blob([pdf]))).toBe(CREDENTIAL);
  expect(await readCertificateFile(new Blob(["%PDF-1.4\n<< /Length 99999999 >>\nstream\n{"]))).toBeNull();
});

test("the credential alone is read as it is", async () => {
  expect(await readCertificateFile(new Blob([CREDENTIAL]))).toBe(CREDENTIAL);
  expect(MAX_FILE_BYTES).toBeGreaterThan(2_000_000);
});
