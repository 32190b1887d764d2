export type StudentIdType = "image/jpeg" | "image/png" | "application/pdf";

/**
 * The type of a file by its first bytes (signatures as in the WHATWG MIME Sniffing Standard), or undefined when it is none
 * of those that are read here. Its name and claimed type are not asked.
 */
export function sniffStudentId(bytes: Uint8Array): StudentIdType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("%PDF-")) return "application/pdf";
  return undefined;
}
