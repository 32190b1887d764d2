import { requireLearnerDb } from "../../db/store/active.ts";
import { readIdentityHint } from "../../db/store/identityHint.ts";
import { writeMeta } from "../../db/store/meta.ts";
import type { IssueReply } from "../../domain/certificate/certificate.ts";
import { issueCertificate } from "../../platform/certificate.ts";
import type { CallResult } from "../../platform/functions.ts";
import { syncNow } from "../triggers.ts";

/**
 * Requests a new or corrected certificate in this name and stores it on the device. Syncs first, because the server
 * decides by its own rows whether the course is complete. Throws StorageFailure when the device cannot store it.
 */
export async function receiveCertificate(holderName: string): Promise<CallResult<IssueReply>> {
  const { db, identity } = await requireLearnerDb();
  await syncNow();
  const result = await issueCertificate(holderName);
  // Another learner may have signed in meanwhile. Each learner's next sync then fetches that learner's certificate.
  if (result.ok && readIdentityHint() === identity.userId) await writeMeta(db, "certificate", result.data);
  return result;
}
