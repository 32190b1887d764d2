const HEAD_BYTES = 16;

/** ISO base media brands of HEIC photographs (ISO/IEC 23008-12), as phones write them. */
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"]);

/** By what the file begins with, or null. Its name and declared type prove nothing. */
export async function identifyFile(file: Blob): Promise<"jpeg" | "png" | "pdf" | "other image" | null> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.startsWith("%PDF-")) return "pdf";
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "other image";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "other image";
  if (text.slice(4, 8) === "ftyp" && HEIC_BRANDS.has(text.slice(8, 12))) return "other image";
  return null;
}
