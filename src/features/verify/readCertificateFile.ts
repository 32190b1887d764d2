import { attachedTexts } from "./attachedTexts.ts";

/** Our PDF is under 2 MB; programs that save it again may make it larger. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

const PDF_START = "%PDF-";
const SAYS_WHAT_IT_IS = '"OpenBadgeCredential"';

/** The credential in a certificate's file, as text: a PDF with the credential attached, or the credential alone. */
export async function readCertificateFile(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Some programs write a few bytes before the start of a PDF (ISO 32000-1, annex H.3.4.1).
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  if (!start.includes(PDF_START)) return new TextDecoder().decode(bytes);
  return (await attachedTexts(bytes)).find((text) => text.includes(SAYS_WHAT_IT_IS)) ?? null;
}
