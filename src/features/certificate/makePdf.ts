import { AFRelationship, PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { CERTIFICATE_TEXT } from "../../domain/certificateText.ts";
import type { ShownCertificate } from "./certificateOf.ts";
import { CHECK_BOX, drawCertificate } from "./drawCertificate.ts";
import { DISPLAY_FACE, PAGE, POINTS_PER_INCH, PRINT_DPI, TEXT_FACE } from "./paper.ts";
import { qrMatrix } from "./qrCode.ts";

const JPEG_QUALITY = 0.93;

/**
 * The certificate as a PDF: one page drawn at print resolution by the browser's own text engine, which knows every
 * script; its words in the document's description; the signed credential attached. Needs no connection. Throws when
 * the browser gives no canvas of that size.
 */
export async function makePdf(certificate: ShownCertificate): Promise<Blob> {
  const picture = await drawPicture(certificate);
  const pdf = await PDFDocument.create();
  const issued = new Date(certificate.issuedAt);
  pdf.setTitle(`${CERTIFICATE_TEXT.title}: ${certificate.holderName}`, { showInWindowTitleBar: true });
  pdf.setAuthor(certificate.issuerName);
  pdf.setSubject(`${certificate.holderName} ${CERTIFICATE_TEXT.sentence} ${certificate.course}`);
  pdf.setKeywords([certificate.holderName, certificate.course, certificate.id, certificate.url]);
  pdf.setLanguage("en-GB");
  pdf.setCreationDate(issued);
  pdf.setModificationDate(issued);

  const page = pdf.addPage([PAGE.width, PAGE.height]);
  page.drawImage(await pdf.embedJpg(picture), { x: 0, y: 0, width: PAGE.width, height: PAGE.height });
  addLink(pdf, certificate.url);
  await pdf.attach(new TextEncoder().encode(certificate.credential), `certificate-${certificate.id}.json`, {
    mimeType: "application/ld+json",
    description: "The signed credential (Open Badges 3.0)",
    afRelationship: AFRelationship.Source,
    creationDate: issued,
    modificationDate: issued,
  });
  // The library's bytes lie in a plain ArrayBuffer, which its types do not say.
  return new Blob([(await pdf.save()) as Uint8Array<ArrayBuffer>], { type: "application/pdf" });
}

/** A press on the QR code opens the page that it names. PDF counts from the bottom left. */
function addLink(pdf: PDFDocument, url: string): void {
  const { x, y, width, height } = CHECK_BOX;
  const link = pdf.context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [x, PAGE.height - y - height, x + width, PAGE.height - y],
    Border: [0, 0, 0],
    A: { Type: "Action", S: "URI", URI: PDFString.of(url) },
  });
  pdf.getPage(0).node.set(PDFName.of("Annots"), pdf.context.obj([pdf.context.register(link)]));
}

async function drawPicture(certificate: ShownCertificate): Promise<ArrayBuffer> {
  await loadFaces(certificate.holderName);
  const scale = PRINT_DPI / POINTS_PER_INCH;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(PAGE.width * scale);
  canvas.height = Math.round(PAGE.height * scale);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("the browser gives no canvas");
  ctx.scale(scale, scale);
  drawCertificate(ctx, certificate, qrMatrix(certificate.url));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY));
  if (!blob) throw new Error("the browser could not draw at print resolution");
  return blob.arrayBuffer();
}

/** A face that cannot be fetched now is replaced by one of the device's: the name is never missing a letter. */
async function loadFaces(name: string): Promise<void> {
  const wanted = [
    [`560 50px ${DISPLAY_FACE}`, name],
    [`600 32px ${DISPLAY_FACE}`, "A"],
    [`400 12px ${TEXT_FACE}`, "A"],
  ] as const;
  const loaded = await Promise.allSettled(wanted.map(([font, text]) => document.fonts.load(font, text)));
  const missed = loaded.filter((each) => each.status === "rejected");
  if (missed.length > 0) console.info("The certificate is drawn with a typeface of this device", missed);
}
