import type { LearnerDb } from "./learnerDb.ts";
import type { MetaEntry, PullPosition } from "./rows.ts";

type MetaValue<K extends MetaEntry["key"]> = Extract<MetaEntry, { key: K }>["value"];

export async function readMeta<K extends MetaEntry["key"]>(
  db: LearnerDb,
  key: K,
): Promise<MetaValue<K> | null> {
  const entry = await db.meta.get(key);
  // A row's value has the type that its key names: this module and writeMeta are the only ones that touch them.
  return (entry?.value as MetaValue<K> | undefined) ?? null;
}

export async function writeMeta<K extends MetaEntry["key"]>(
  db: LearnerDb,
  key: K,
  value: MetaValue<K>,
): Promise<void> {
  // The pair is one member of the union by construction, which TypeScript cannot see through the generic.
  await db.meta.put({ key, value } as MetaEntry);
}

const START_POSITION: PullPosition = { epoch: null, cursor: 0 };

export async function readPosition(db: LearnerDb): Promise<PullPosition> {
  return (await readMeta(db, "position")) ?? START_POSITION;
}
