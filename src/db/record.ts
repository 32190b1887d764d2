import { type AchievementType, earnedAchievements } from "../domain/achievements.ts";
import { joinProgress, type Progress } from "../domain/progress.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { nativeWrite } from "./nativeWrite.ts";
import { achievementOp, attemptOp, outboxEntry, progressOp } from "./ops.ts";
import type { AttemptEntry, NewOp, OutboxEntry } from "./rows.ts";
import { noteProgress, seenProgress } from "./seenProgress.ts";
import type { Stamp } from "./stamp.ts";

/** What one act of the learner changed. `entries` are durable when this is returned. */
export type Recorded = {
  newAchievements: AchievementType[];
  wasComplete: boolean;
  entries: OutboxEntry[];
};

type Change = { progress: Progress; attempt?: AttemptEntry };

/** The guess was wrong; nothing was stored. */
class Stale extends Error {}

/**
 * Joins one lesson's new standing, and the attempt behind it if there was one, into the local state, and queues
 * what must be sent, all in one transaction (offline rule 3). Rejects with whatever the database threw.
 *
 * 1. The writes are issued together with the read, on the state that this tab saw last: waiting for the read first
 *    would cost half as much time again.
 * 2. When the read shows another state, the whole transaction is undone.
 * 3. Then it is done over, and waits for the read.
 *
 * `onQueueing` receives the entries of each try while they are not durable yet.
 */
export async function record(
  db: LearnerDb,
  change: Change,
  stamp: Stamp,
  onQueueing: (entries: readonly OutboxEntry[]) => void = () => undefined,
): Promise<Recorded> {
  try {
    return await transact(db, change, stamp, onQueueing, seenProgress(db));
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    return transact(db, change, stamp, onQueueing);
  }
}

async function transact(
  db: LearnerDb,
  change: Change,
  stamp: Stamp,
  onQueueing: (entries: readonly OutboxEntry[]) => void,
  guess?: readonly Progress[],
): Promise<Recorded> {
  const { recorded, state } = await nativeWrite<Joined>(db, STORES, (store, finish, guard) => {
    const reading: IDBRequest<Progress[]> = store("progress").getAll();
    const guessed = guess && write(guess);
    reading.onsuccess = guard(() => {
      if (guess && !isSameState(guess, reading.result)) throw new Stale();
      finish(guessed ?? write(reading.result));
    });

    function write(before: readonly Progress[]): Joined {
      const joined = join(before, change, stamp);
      if (joined.recorded.entries.length === 0) return joined;
      store("progress").put(joined.after);
      if (change.attempt) store("attempts").add(change.attempt);
      for (const type of joined.recorded.newAchievements) store("achievements").put({ type });
      for (const entry of joined.recorded.entries) store("outbox").add(entry);
      onQueueing(joined.recorded.entries);
      return joined;
    }
  });
  noteProgress(db, state);
  return recorded;
}

const STORES = ["progress", "attempts", "achievements", "outbox"] as const;

type Joined = { after: Progress; state: readonly Progress[]; recorded: Recorded };

/** What the change makes of the local state; no entries when there is nothing new to say. */
function join(state: readonly Progress[], { progress, attempt }: Change, stamp: Stamp): Joined {
  const before = state.find((each) => each.lessonId === progress.lessonId);
  const wasComplete = before?.completed ?? false;
  if (before && wasComplete && !attempt) {
    return { after: before, state, recorded: { newAchievements: [], wasComplete, entries: [] } };
  }
  const after = before ? joinProgress(before, progress) : progress;
  const completedBefore = state.filter((each) => each.completed).length;
  const newAchievements = after.completed && !wasComplete ? newlyEarned(completedBefore + 1) : [];
  const ops: NewOp[] = [
    attempt ? attemptOp(attempt) : progressOp(after),
    ...newAchievements.map(achievementOp),
  ];
  return {
    after,
    state: [...state.filter((each) => each !== before), after],
    recorded: { newAchievements, wasComplete, entries: ops.map((op) => outboxEntry(op, stamp)) },
  };
}

/**
 * What exactly this many lessons earn. Asking what is held already would cost a read in every write; thresholds
 * that several devices pass together are awarded by the pull.
 */
function newlyEarned(completedCount: number): AchievementType[] {
  const before = earnedAchievements(completedCount - 1);
  return earnedAchievements(completedCount).filter((type) => !before.includes(type));
}

function isSameState(a: readonly Progress[], b: readonly Progress[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((mine) => {
    const theirs = b.find((each) => each.lessonId === mine.lessonId);
    return (
      theirs?.completed === mine.completed &&
      theirs.completedAt === mine.completedAt &&
      theirs.quizScore === mine.quizScore
    );
  });
}
