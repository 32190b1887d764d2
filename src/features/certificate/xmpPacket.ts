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
export function xmpPacket({ title, author, subject, keywords, creator, language, issued }: Facts): string {
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
