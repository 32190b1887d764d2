import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import { afterAll, describe, expect, it, test } from "vitest";
import { findProgram } from "../../../../tests/support/programs.ts";
import { SITE } from "../../../domain/site.ts";
import { isRightToLeft } from "./fitText.ts";
import { writePdf } from "./writePdf.ts";

const ID = "0195e0a0-0000-7000-8000-000000000000";
const CREDENTIAL = '{"type":["VerifiableCredential","OpenBadgeCredential"]}';
/** The smallest JPEG: one grey pixel. */
const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==",
  "base64",
);
const folder = mkdtempSync(join(tmpdir(), "certificate-"));
afterAll(() => rmSync(folder, { recursive: true }));

function pdfFor(holderName: string): Promise<Uint8Array> {
  const certificate = {
    id: ID,
    holderName,
    course: "AI Fluency in 30 Days",
    issuedAt: "2026-11-21T09:00:00Z",
    issuerName: "An Academy & Friends",
    signatory: null,
    kind: "completion" as const,
    quizzesPassed: 9,
    marks: null,
    reviewedAt: null,
    url: `https://academy.example/verify/${ID}`,
    credential: CREDENTIAL,
  };
  const line = {
    x: 228,
    y: 240,
    size: 50,
    width: 25 * [...holderName].length,
    isRtl: isRightToLeft(holderName),
  };
  const sentence = { text: "has completed the course", x: 228, y: 290, size: 15, width: 160, isRtl: false };
  return writePdf(certificate, {
    jpeg: new Uint8Array(JPEG).buffer,
    drawn: [{ text: holderName, ...line }, sentence],
  });
}

/** The text that an independent PDF reader finds. The reader adds bidi marks itself. */
function poppler(program: string, options: string[], pdf: Uint8Array): string {
  const path = join(folder, "certificate.pdf");
  writeFileSync(path, pdf);
  const out = program === "pdftotext" ? ["-"] : [];
  const { stdout, stderr } = spawnSync(program, [...options, path, ...out], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.replace(/[\u202a-\u202e]/g, "");
}

const NAMES = [
  "Ada Byron",
  "Nguyễn Văn Ngữ",
  "مريم بنت أحمد",
  "नीलम क्षितिज",
  "山田太郎",
  "Zdzisław Ŵyn-Jones 山田太郎",
  "Zoë 🦩",
  "אברהם לוי",
  "Zdzisław مريم بنت أحمد",
];

describe.runIf(findProgram("Poppler"))("an independent PDF reader", () => {
  it.each(NAMES)("finds the name %s in the text and the tags of the certificate", async (name) => {
    const pdf = await pdfFor(name);
    const lines = poppler("pdftotext", [], pdf).trim().split(/\n+/);
    expect(lines).toEqual([name, "has completed the course"]);
    const tags = poppler("pdfinfo", ["-struct-text"], pdf);
    expect(tags).toContain("Figure");
    if (!/\p{Script=Arabic}|\p{Script=Hebrew}/u.test(name)) expect(tags).toContain(`"${name} `);
    expect(tags).toContain("has completed the course");
    expect(tags).toContain("Link");
  });
});

test("the certificate PDF tags its page as a figure with alternative text and declares its language", async () => {
  const pdf = await PDFDocument.load(await pdfFor("山田太郎"), { updateMetadata: false });
  const figures = pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
    return object instanceof PDFDict && object.get(PDFName.of("S")) === PDFName.of("Figure") ? [object] : [];
  });
  expect(figures[0]?.lookup(PDFName.of("Alt"), PDFHexString).decodeText()).toBe(
    `Certificate of completion. 山田太郎 has completed the course AI Fluency in 30 Days. Issued by An Academy & Friends on 21 November 2026. Certificate number ${ID}.`,
  );
  expect(pdf.catalog.lookup(PDFName.of("MarkInfo"), PDFDict).toString()).toContain("/Marked true");
  expect(pdf.getLanguage()).toBe("en-GB");
});

test("the certificate PDF names the academy in both metadata formats", async () => {
  const pdf = await PDFDocument.load(await pdfFor("Ada <b>"), { updateMetadata: false });
  expect([pdf.getCreator(), pdf.getProducer()]).toEqual([SITE.name, SITE.name]);
  const stream = pdf.catalog.lookup(PDFName.of("Metadata"), PDFStream);
  if (!(stream instanceof PDFRawStream)) throw new Error("the description cannot be read");
  const xmp = new TextDecoder().decode(stream.contents);
  expect(xmp).toContain(`<xmp:CreatorTool>${SITE.name}</xmp:CreatorTool>`);
  expect(xmp).toContain("Certificate of completion: Ada &lt;b&gt;");
  expect(xmp).toContain("An Academy &amp; Friends");
});

test("the certificate PDF contains the attached credential, even with a very long name", async () => {
  const pdf = await pdfFor(Array.from({ length: 300 }, (_, index) => `n${index}`).join(" "));
  const attached = (await PDFDocument.load(pdf)).getAttachments();
  expect(attached.map(({ data }) => new TextDecoder().decode(data))).toEqual([CREDENTIAL]);
});
