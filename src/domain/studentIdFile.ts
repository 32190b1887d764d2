/** The types of file that the server keeps as a student ID. */
export type StudentIdType = "image/jpeg" | "image/png" | "application/pdf";

/** An image that a browser may be able to convert to JPEG; the server refuses it as it is. */
export type ConvertibleImage = "convertible image";

/** The bytes at the start of a file that `identifyStudentId` needs. */
export const SIGNATURE_BYTES = 16;

/** Brands of HEIC and AVIF in the ISO base media format, as phones and cameras write them (ISO/IEC 23008-12, AVIF 1.1). */
const IMAGE_BRANDS = new Set([
  ...["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"],
  ...["mif1", "msf1", "avif", "avis"],
]);

/**
 * The type of a file by its first bytes, or null if it can be no student ID. The file's name and declared type prove
 * nothing and are not read. Signatures as in the WHATWG MIME Sniffing Standard.
 */
export function identifyStudentId(bytes: Uint8Array): StudentIdType | ConvertibleImage | null {
  const head = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "convertible image";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "convertible image";
  if (head.slice(4, 8) === "ftyp" && IMAGE_BRANDS.has(head.slice(8, 12))) return "convertible image";
  return null;
}
