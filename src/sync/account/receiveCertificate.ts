import { requireLearnerDb } from "../../db/store/active.ts";
import { readIdentityHint } from "../../db/store/identityHint.ts";
import { CERTIFICATE_KEYS, writeMeta } from "../../db/store/meta.ts";
import type { CertificateKind, IssueReply } from "../../domain/certificate/certificate.ts";
import { issueCertificate } from "../../platform/certificate.ts";
import type { CallResult } from "../../platform/functions.ts";
import { syncNow } from "../triggers.ts";

/**
 * Requests a new or corrected certificate in this name and stores it on the device. Syncs first, because the server
 * decides by its own rows whether there may be one. Throws StorageFailure when the device cannot store it.
 */
export async function receiveCertificate(
  holderName: string,
  kind: CertificateKind,
): Promise<CallResult<IssueReply>> {
  const { db, identity } = await requireLearnerDb();
  await syncNow();
  const result = await issueCertificate(holderName, kind);
  // Another learner may have signed in meanwhile. Each learner's next sync then fetches that learner's certificate.
  if (result.ok && readIdentityHint() === identity.userId)
    await writeMeta(db, CERTIFICATE_KEYS[kind], result.data);
  return result;
}
