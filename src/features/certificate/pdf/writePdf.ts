import {
  AFRelationship,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  PDFString,
} from "@cantoo/pdf-lib";
import { certificateDay, KIND_TEXT } from "../../../domain/certificate/certificateText.ts";
import { SITE } from "../../../domain/site.ts";
import type { ShownCertificate } from "../certificateOf.ts";
import { CHECK_BOX, type DrawnText } from "./drawCertificate.ts";
import { PAGE } from "./paper.ts";
import { textLayer } from "./textLayer.ts";

export type Picture = { jpeg: ArrayBuffer; drawn: DrawnText[] };

const LANGUAGE = "en-GB";
const FIGURE = { K: 0 };

/** Puts the drawn page into a PDF with an invisible text layer and the signed credential attached. */
export async function writePdf(
  certificate: ShownCertificate,
  { jpeg, drawn }: Picture,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  addDescription(pdf, certificate);
  const page = pdf.addPage([PAGE.width, PAGE.height]);
  const mark = `<< /MCID ${FIGURE.K} >>`;
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of("Figure"), mark]),
  );
  page.drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: PAGE.width, height: PAGE.height });
  page.pushOperators(
    ...textLayer(pdf.context, page.node, drawn),
    PDFOperator.of(PDFOperatorNames.EndMarkedContent),
  );
  addTags(pdf, certificate);
  const issued = new Date(certificate.issuedAt);
  await pdf.attach(new TextEncoder().encode(certificate.credential), `certificate-${certificate.id}.json`, {
    mimeType: "application/ld+json",
    description: "The signed credential (Open Badges 3.0)",
    afRelationship: AFRelationship.Source,
    creationDate: issued,
    modificationDate: issued,
  });
  // The library returns bytes in a plain ArrayBuffer, which its types do not express.
  return (await pdf.save()) as Uint8Array<ArrayBuffer>;
}

function addDescription(pdf: PDFDocument, certificate: ShownCertificate): void {
  const { kind, holderName, course, issuerName, id, url } = certificate;
  const facts = {
    title: `${KIND_TEXT[kind].title}: ${holderName}`,
    author: issuerName,
    subject: `${holderName} ${KIND_TEXT[kind].sentence} ${course}`,
    keywords: [holderName, course, id, url],
    creator: SITE.name,
    language: LANGUAGE,
    issued: new Date(certificate.issuedAt),
  };
  pdf.setTitle(facts.title, { showInWindowTitleBar: true });
  pdf.setAuthor(facts.author);
  pdf.setSubject(facts.subject);
  pdf.setKeywords(facts.keywords);
  pdf.setCreator(facts.creator);
  pdf.setProducer(facts.creator);
  pdf.setLanguage(LANGUAGE);
  pdf.setCreationDate(facts.issued);
  pdf.setModificationDate(facts.issued);
  const xmp = pdf.context.stream(new TextEncoder().encode(xmpPacket(facts)), {
    Type: "Metadata",
    Subtype: "XML",
  });
  pdf.catalog.set(PDFName.of("Metadata"), pdf.context.register(xmp));
}

/**
 * The structure for screen readers (ISO 32000-1, 14.7): the page as a figure with its text, and the QR code as a link.
 */
function addTags(pdf: PDFDocument, certificate: ShownCertificate): void {
  const { context, catalog } = pdf;
  const { ref: pageRef, node: page } = pdf.getPage(0);
  const [root, document, figure, link, annotation] = [0, 0, 0, 0, 0].map(() => context.nextRef());
  if (!root || !document || !figure || !link || !annotation)
    throw new Error("the PDF has no object numbers left");
  const { x, y, width, height } = CHECK_BOX;
  context.assign(
    annotation,
    context.obj({
      Type: "Annot",
      Subtype: "Link",
      // The QR code links to the page that it encodes. PDF coordinates start at the bottom left.
      Rect: [x, PAGE.height - y - height, x + width, PAGE.height - y],
      Border: [0, 0, 0],
      Contents: PDFHexString.fromText(`Check this certificate at ${certificate.url}`),
      StructParent: 1,
      A: { Type: "Action", S: "URI", URI: PDFString.of(certificate.url) },
    }),
  );
  context.assign(
    root,
    context.obj({
      Type: "StructTreeRoot",
      K: [document],
      ParentTree: { Nums: [0, [figure], 1, link] },
      ParentTreeNextKey: 2,
    }),
  );
  context.assign(document, context.obj({ Type: "StructElem", S: "Document", P: root, K: [figure, link] }));
  context.assign(
    figure,
    context.obj({
      Type: "StructElem",
      S: "Figure",
      P: document,
      Pg: pageRef,
      ...FIGURE,
      Alt: PDFHexString.fromText(alternativeText(certificate)),
      A: { O: "Layout", BBox: [0, 0, PAGE.width, PAGE.height], Placement: "Block" },
    }),
  );
  context.assign(
    link,
    context.obj({
      Type: "StructElem",
      S: "Link",
      P: document,
      Pg: pageRef,
      K: { Type: "OBJR", Obj: annotation },
    }),
  );
  page.set(PDFName.of("Annots"), context.obj([annotation]));
  page.set(PDFName.of("StructParents"), context.obj(0));
  page.set(PDFName.of("Tabs"), PDFName.of("S"));
  catalog.set(PDFName.of("StructTreeRoot"), root);
  catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
}

function alternativeText({ kind, holderName, course, issuerName, issuedAt, id }: ShownCertificate): string {
  return `${KIND_TEXT[kind].title}. ${holderName} ${KIND_TEXT[kind].sentence} ${course}. Issued by ${issuerName} on ${certificateDay(issuedAt)}. Certificate number ${id}.`;
}

type Facts = {
  title: string;
  author: string;
  subject: string;
  keywords: string[];
  creator: string;
  language: string;
  issued: Date;
};

/** The document's metadata as XMP (ISO 16684-1), the same as in the older information dictionary. */
function xmpPacket({ title, author, subject, keywords, creator, language, issued }: Facts): string {
  const inLanguage = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
  const list = (kind: string, texts: string[]) =>
    `<rdf:${kind}>${texts.map((text) => `<rdf:li>${escaped(text)}</rdf:li>`).join("")}</rdf:${kind}>`;
  const date = issued.toISOString();
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title>${inLanguage(title)}</dc:title>
<dc:creator>${list("Seq", [author])}</dc:creator>
<dc:description>${inLanguage(subject)}</dc:description>
<dc:subject>${list("Bag", keywords)}</dc:subject>
<dc:language>${list("Bag", [language])}</dc:language>
<xmp:CreatorTool>${escaped(creator)}</xmp:CreatorTool>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<pdf:Producer>${escaped(creator)}</pdf:Producer>
<pdf:Keywords>${escaped(keywords.join(" "))}</pdf:Keywords>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
