import { requireLearnerDb } from "../db/active.ts";
import { readIdentityHint } from "../db/identityHint.ts";
import { writeMeta } from "../db/meta.ts";
import type { IssueReply } from "../domain/certificate.ts";
import { issueCertificate } from "../platform/certificate.ts";
import type { CallResult } from "../platform/functions.ts";
import { syncNow } from "./start.ts";

/**
 * Has the certificate made out to this name, or made out anew, and keeps it on the device. What the learner did last
 * is sent first: the server counts by its own rows. Throws StorageFailure when the device cannot keep it.
 */
export async function receiveCertificate(holderName: string): Promise<CallResult<IssueReply>> {
  const { db, identity } = await requireLearnerDb();
  await syncNow("certificate");
  const result = await issueCertificate(holderName);
  // Somebody else may have signed in meanwhile; then the next sync of either brings each their own.
  if (result.ok && readIdentityHint() === identity.userId) await writeMeta(db, "certificate", result.data);
  return result;
}
