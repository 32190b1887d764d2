import { askRecords, loadIssuer } from "../../platform/certificate.ts";
import { type Answer, invalid } from "./answer.ts";
import { type CheckPorts, checkCredential, checkRecord } from "./checkCredential.ts";
import { MAX_FILE_BYTES, readCertificateFile } from "./readCertificateFile.ts";
import { readProof } from "./readProof.ts";

// Loaded after the page is drawn: it carries the libraries of the proof.

const PORTS: CheckPorts = { issuer: loadIssuer, records: askRecords, proof: readProof };

/** Checks the certificate with this number. */
export function checkNumber(certificateId: string): Promise<Answer> {
  return checkRecord(certificateId, PORTS);
}

/** Checks a certificate's file. It is read on this device and sent nowhere. */
export async function checkFile(file: File): Promise<Answer> {
  if (file.size > MAX_FILE_BYTES) return invalid("tooLarge");
  const text = await readCertificateFile(file);
  return text === null ? invalid("noCertificate") : checkCredential(text, PORTS);
}
