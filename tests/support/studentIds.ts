/** Small valid files, and the metadata that cameras and programs add to such files. */

/** JPEGs of 24 × 16 pixels with subsampled colours, 20 × 12 pixels in several scans, and 9 × 9 grey pixels. */
export const JPEGS = {
  baseline: Buffer.from(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAEEBv/EAB8QAAIDAAAHAAAAAAAAAAAAAAECAAMREiEiQlFhgf/EABYBAQEBAAAAAAAAAAAAAAAAAAUBA//EAB0RAAIBBAMAAAAAAAAAAAAAAAECAAURFSESMUH/2gAMAwEAAhEDEQA/AM5RYzKQ5A3zEz8L6rcvcmru7HIyOywBSoIBEUw5XXG8cyYZO5Tti71qfsJAbCy6GxhCRaKT5MxVyurmf//Z",
    "base64",
  ),
  progressive: Buffer.from(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAMABQDASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAEDBAX/xAAWAQEBAQAAAAAAAAAAAAAAAAAEAAL/2gAMAwEAAhADEAAAAeaop6rmYs//xAAYEAEAAwEAAAAAAAAAAAAAAAABABAhEf/aAAgBAQABBQIcnYOrX//EABcRAAMBAAAAAAAAAAAAAAAAAAABFAL/2gAIAQMBAT8BqbRZs//EABcRAAMBAAAAAAAAAAAAAAAAAAABFAL/2gAIAQIBAT8BiRDk/8QAFxAAAwEAAAAAAAAAAAAAAAAAECAhMf/aAAgBAQAGPwKjU//EABoQAAICAwAAAAAAAAAAAAAAAAABEBEhMWH/2gAIAQEAAT8hAvri0Bg8n//aAAwDAQACAAMAAAAQMP8A/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAERMfD/2gAIAQMBAT8QaizEn//EABgRAQADAQAAAAAAAAAAAAAAAAEAESEx/9oACAECAQE/EE8KhV2f/8QAGxABAAICAwAAAAAAAAAAAAAAAQARITFhcaH/2gAIAQEAAT8QTZfUxUQGcPMY0UxBbVkzWhbP/9k=",
    "base64",
  ),
  grey: Buffer.from(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAJAAkBAREA/8QAFwAAAwEAAAAAAAAAAAAAAAAAAQIDBv/EABwQAQACAQUAAAAAAAAAAAAAAAEAEwIRMlFicf/aAAgBAQAAPwDMWGgq8RbjvI5bT1gn/9k=",
    "base64",
  ),
};

/** EXIF data as a phone writes it, with a location and this orientation, as little-endian TIFF. */
export function exif(orientation: number, secret = "GPS 51.5007 N"): Buffer {
  const directory = Buffer.alloc(2 + 12 + 4);
  directory.writeUInt16LE(1, 0);
  directory.writeUInt16LE(0x0112, 2);
  directory.writeUInt16LE(3, 4);
  directory.writeUInt32LE(1, 6);
  directory.writeUInt16LE(orientation, 10);
  const tiff = Buffer.concat([Buffer.from("II*\0\x08\0\0\0", "latin1"), directory, Buffer.from(secret)]);
  return Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
}

/** Adds a segment after the start of the JPEG. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), jpegSegment(marker, content), jpeg.subarray(2)]);
}

export function jpegSegment(marker: number, content: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]),
    content,
  ]);
}

type PdfParts = {
  /** What each page draws. */
  content?: string;
  /** Entries of each page's resources. */
  resources?: string;
  pages?: number;
  box?: string;
  /** Further objects, numbered from 4. */
  objects?: string[];
  trailer?: string;
};

/** A PDF whose pages have a line of text in a font that is not part of the file, or `content`. */
export function pdf({
  content = "BT /F1 40 Tf 20 80 Td (Student) Tj ET",
  pages = 1,
  ...parts
}: PdfParts = {}): Buffer {
  const { resources = "", box = "0 0 300 200", objects = [], trailer = "" } = parts;
  const first = 4 + objects.length;
  const kids = Array.from({ length: pages }, (_, index) => `${first + index} 0 R`);
  const bodies = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages}/Kids[${kids.join(" ")}]/MediaBox[${box}]>>`,
    streamObject("", Buffer.from(content)),
    ...objects,
    ...kids.map(
      () =>
        `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>${resources}>>>>`,
    ),
  ];
  let text = "%PDF-1.7\n";
  const offsets = bodies.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<</Size ${bodies.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, "latin1");
}

export function streamObject(dict: string, data: Buffer): string {
  return `<<${dict}/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`;
}
