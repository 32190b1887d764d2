import { readMeta, writeMeta } from "../db/meta.ts";
import { CERTIFICATE_COLUMNS, certificateRowsSchema, readOwnCertificate } from "../domain/certificate.ts";
import { COURSE_ID } from "../domain/ids.ts";
import { asLearner } from "./asLearner.ts";
import type { SyncPorts } from "./ports.ts";

/**
 * Asks for the learner's certificate and keeps it on the device, so that it can be shown and downloaded offline.
 * Whatever else is answered changes nothing: rows are never removed, so that none were found deletes nothing
 * (offline rule 16).
 */
export async function readCertificate(ports: SyncPorts, signal: AbortSignal): Promise<void> {
  const path = `certificates?select=${CERTIFICATE_COLUMNS}&course_id=eq.${COURSE_ID}&order=issued_at.desc`;
  const answer = await asLearner(ports, path, { signal });
  if (answer.status !== "json") return;
  const rows = certificateRowsSchema.safeParse(answer.body);
  if (!rows.success || rows.data.length === 0) return;
  const own = readOwnCertificate(rows.data);
  const before = await readMeta(ports.db, "certificate");
  const isSame = before?.certificate?.id === own.certificate?.id && before?.canCorrect === own.canCorrect;
  if (!isSame) await writeMeta(ports.db, "certificate", own);
}
