/** What the checkout page converts to JPEG, the only type that the server accepts. */
export type StudentIdType = "image/jpeg" | "image/png" | "application/pdf" | RarerImage;

/** An image of a type that not every browser can show. */
type RarerImage = "rarer image";

/** As many as iOS draws on one canvas, and few enough for the browser of the staff who look at the image. */
export const MAX_STUDENT_ID_PIXELS = 16_000_000;

/** The header of an upload with the name of the university, encoded with encodeURIComponent. The body is the image. */
export const UNIVERSITY_HEADER = "x-university";

/** The bytes at the start of a file that `identifyStudentId` needs. */
export const SIGNATURE_BYTES = 16;

/** Brands of HEIC and AVIF in the ISO base media format, as phones and cameras write them (ISO/IEC 23008-12, AVIF 1.1). */
const IMAGE_BRANDS = new Set([
  ...["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"],
  ...["mif1", "msf1", "avif", "avis"],
]);

/**
 * Identifies a file by its first bytes. Null if it cannot be a student ID. The file's name and declared type prove
 * nothing and are ignored. Signatures are those of the WHATWG MIME Sniffing Standard.
 */
export function identifyStudentId(bytes: Uint8Array): StudentIdType | null {
  const head = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "rarer image";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "rarer image";
  if (head.slice(4, 8) === "ftyp" && IMAGE_BRANDS.has(head.slice(8, 12))) return "rarer image";
  return null;
}
