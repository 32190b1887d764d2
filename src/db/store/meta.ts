import type { CertificateKind } from "../../domain/certificate/certificate.ts";
import type { LearnerDb } from "./learnerDb.ts";
import type { MetaEntry, PullPosition } from "./rows.ts";

type MetaValue<K extends MetaEntry["key"]> = Extract<MetaEntry, { key: K }>["value"];

export async function readMeta<K extends MetaEntry["key"]>(
  db: LearnerDb,
  key: K,
): Promise<MetaValue<K> | null> {
  const entry = await db.meta.get(key);
  // A row's value has the type for its key, because only readMeta and writeMeta access the rows.
  return (entry?.value as MetaValue<K> | undefined) ?? null;
}

export async function writeMeta<K extends MetaEntry["key"]>(
  db: LearnerDb,
  key: K,
  value: MetaValue<K>,
): Promise<void> {
  // The pair is a member of the union by construction, but TypeScript cannot infer that through the generic.
  await db.meta.put({ key, value } as MetaEntry);
}

/** Where the learner's certificate of each kind is stored. */
export const CERTIFICATE_KEYS = {
  completion: "certificate",
  capstone: "capstoneCertificate",
} as const satisfies Record<CertificateKind, MetaEntry["key"]>;

const START_POSITION: PullPosition = { epoch: null, cursor: 0, seen: 0 };

export async function readPosition(db: LearnerDb): Promise<PullPosition> {
  return (await readMeta(db, "position")) ?? START_POSITION;
}

/** Whether this device has pulled the learner's progress. Earlier versions recorded only the last success. */
export async function isProgressKnown(db: LearnerDb): Promise<boolean> {
  return (await readMeta(db, "pulled")) === true || (await readMeta(db, "lastSuccessAt")) !== null;
}
