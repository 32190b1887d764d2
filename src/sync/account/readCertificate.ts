import { CERTIFICATE_KEYS, readMeta, writeMeta } from "../../db/store/meta.ts";
import {
  CERTIFICATE_COLUMNS,
  type CertificateKind,
  type CertificateRows,
  certificateRowsSchema,
  readOwnCertificate,
} from "../../domain/certificate/certificate.ts";
import { COURSE_ID } from "../../domain/ids.ts";
import { authenticatedRequest } from "../exchange/authenticatedRequest.ts";
import type { SyncPorts } from "../ports.ts";

/**
 * Fetches the learner's certificates and stores them on the device, so that they can be shown and downloaded offline. A
 * response without certificates changes nothing: the server never removes rows, so an empty list deletes nothing here
 * (offline rule 16).
 */
export async function readCertificate(ports: SyncPorts, signal: AbortSignal): Promise<void> {
  const path = `certificates?select=${CERTIFICATE_COLUMNS}&course_id=eq.${COURSE_ID}&order=issued_at.desc`;
  const answer = await authenticatedRequest(ports, path, { signal });
  if (answer.status !== "json") return;
  const rows = certificateRowsSchema.safeParse(answer.body);
  if (!rows.success || rows.data.length === 0) return;
  for (const kind of ["completion", "capstone"] as const) await store(ports, kind, rows.data);
}

async function store({ db }: SyncPorts, kind: CertificateKind, rows: CertificateRows): Promise<void> {
  if (!rows.some((row) => row.kind === kind)) return;
  const own = readOwnCertificate(rows, kind);
  const before = await readMeta(db, CERTIFICATE_KEYS[kind]);
  const isSame =
    before?.certificate?.id === own.certificate?.id &&
    before?.canCorrect === own.canCorrect &&
    before.isWithdrawn === own.isWithdrawn;
  if (!isSame) await writeMeta(db, CERTIFICATE_KEYS[kind], own);
}
