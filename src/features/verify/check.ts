import { askRecords, loadIssuer } from "../../platform/certificate.ts";
import { type Answer, invalid, unchecked } from "./answer.ts";
import { type CheckPorts, checkCredential, checkRecord } from "./checkCredential.ts";
import { readProof } from "./readProof.ts";

// Loaded after the page has rendered, because it includes the libraries for checking the proof.

const PORTS: CheckPorts = { issuer: loadIssuer, records: askRecords, proof: readProof };

/** Checks the certificate with this number. */
export function checkNumber(certificateId: string): Promise<Answer> {
  return checkRecord(certificateId, PORTS);
}

/** Checks a certificate file. The file is read on this device and never sent. */
export async function checkFile(file: File): Promise<Answer> {
  if (file.size > MAX_FILE_BYTES) return invalid("tooLarge");
  const texts = await readCertificateFile(file);
  if (!texts) return unchecked("noTools");
  const [text] = texts;
  if (text === undefined) return invalid("noCertificate");
  // A PDF reader shows both certificates, but the answer would apply to only one of them.
  return texts.length > 1 ? invalid("twoCertificates") : checkCredential(text, PORTS);
}

/** Our PDF is under 2 MB. Programs that save it again may make it larger. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

const PDF_START = "%PDF-";
const SAYS_WHAT_IT_IS = '"OpenBadgeCredential"';

/**
 * The credentials in a certificate file, as text: those attached to a PDF, or the file itself. Null if the PDF library
 * could not be loaded.
 */
export async function readCertificateFile(file: Blob): Promise<string[] | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Some programs write a few bytes before the start of a PDF (ISO 32000-1, annex H.3.4.1).
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  if (!start.includes(PDF_START)) return [new TextDecoder().decode(bytes)];
  // Loaded on demand: a check by number needs no PDF library.
  const library = await import("./attachedTexts.ts").catch((error: unknown) => {
    console.info("The code that reads PDFs could not be loaded", error);
    return null;
  });
  const texts = await library?.attachedTexts(bytes);
  return texts?.filter((text) => text.includes(SAYS_WHAT_IT_IS)) ?? null;
}
