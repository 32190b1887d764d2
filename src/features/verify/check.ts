import { askRecords, loadIssuer } from "../../platform/certificate.ts";
import { type Answer, invalid, unchecked } from "./answer.ts";
import { type CheckPorts, checkCredential, checkRecord } from "./checkCredential.ts";
import { MAX_FILE_BYTES, readCertificateFile } from "./readCertificateFile.ts";
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
