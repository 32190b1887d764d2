import { requireLearnerDb, storeIdentity } from "../../src/db/store/active.ts";
import { clearMirror } from "../../src/db/synced/mirror.ts";
import { completeLesson } from "../../src/db/synced/progress.ts";
import { LESSON_IDS, requireUserId } from "../../src/domain/ids.ts";
import { openRawStore, writeRaw } from "./rawStore.ts";

/**
 * Completes the course `rounds` times, lesson by lesson, through the academy's own `commit` and in raw IndexedDB in
 * turn. Returns the duration of every write in ms. Each round starts with no lesson complete.
 */
async function measure(rounds: number): Promise<{ ours: number[]; floor: number[] }> {
  await storeIdentity({
    userId: requireUserId(crypto.randomUUID()),
    email: "bench@example.org",
    mustChangePassword: false,
  });
  const { db, identity } = await requireLearnerDb();
  const raw = await openRawStore();
  const samples = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    await db.rows.clear();
    clearMirror(identity.userId);
    for (const lessonId of LESSON_IDS) {
      const ours = async () => {
        samples.ours.push(await timed(() => completeLesson(lessonId)));
      };
      const floor = async () => {
        samples.floor.push(await timed(() => writeRaw(raw, lessonId)));
      };
      for (const arm of Number(lessonId) % 2 ? [ours, floor] : [floor, ours]) await arm();
    }
  }
  return samples;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const api = { measure };
export type DurableWriteApi = typeof api;
Object.assign(globalThis, { bench: api });
