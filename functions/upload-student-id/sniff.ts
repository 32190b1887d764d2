export type StudentIdType =
  | "image/jpeg"
  | "image/png"
  | "image/webp"
  | "image/gif"
  | "image/heic"
  | "application/pdf";

const HEIF_BRANDS = new Set(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

/**
 * The type of a file by its first bytes (signatures as in the WHATWG MIME Sniffing Standard; HEIC by its ISO base
 * media brand), or undefined when it is none of the accepted ones. Its name and claimed type are not asked.
 */
export function sniffStudentId(bytes: Uint8Array): StudentIdType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  if (head.slice(4, 8) === "ftyp" && HEIF_BRANDS.has(head.slice(8, 12))) return "image/heic";
  return undefined;
}
