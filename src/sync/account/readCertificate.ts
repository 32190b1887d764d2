import { readMeta, writeMeta } from "../../db/store/meta.ts";
import {
  CERTIFICATE_COLUMNS,
  certificateRowsSchema,
  readOwnCertificate,
} from "../../domain/certificate/certificate.ts";
import { COURSE_ID } from "../../domain/ids.ts";
import { authenticatedRequest } from "../exchange/authenticatedRequest.ts";
import type { SyncPorts } from "../ports.ts";

/**
 * Fetches the learner's certificate and stores it on the device, so that it can be shown and downloaded offline. A
 * response without certificates changes nothing: the server never removes rows, so an empty list deletes nothing here
 * (offline rule 16).
 */
export async function readCertificate(ports: SyncPorts, signal: AbortSignal): Promise<void> {
  const path = `certificates?select=${CERTIFICATE_COLUMNS}&course_id=eq.${COURSE_ID}&order=issued_at.desc`;
  const answer = await authenticatedRequest(ports, path, { signal });
  if (answer.status !== "json") return;
  const rows = certificateRowsSchema.safeParse(answer.body);
  if (!rows.success || rows.data.length === 0) return;
  const own = readOwnCertificate(rows.data);
  const before = await readMeta(ports.db, "certificate");
  const isSame = before?.certificate?.id === own.certificate?.id && before?.canCorrect === own.canCorrect;
  if (!isSame) await writeMeta(ports.db, "certificate", own);
}
