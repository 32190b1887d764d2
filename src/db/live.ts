import { Dexie } from "dexie";
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { AchievementType } from "../domain/achievements.ts";
import type { LessonId } from "../domain/ids.ts";
import type { LessonPack } from "../domain/pack.ts";
import type { Progress } from "../domain/progress.ts";
import { type ActiveState, activeState, subscribeActive } from "./active.ts";
import { type LearnerDb, learnerDb } from "./learnerDb.ts";
import { departureCount, onShownAgain } from "./leaving.ts";
import type { LessonStore } from "./lessonStore.ts";
import { isSiteDataBlocked } from "./localStore.ts";
import { readMeta } from "./meta.ts";
import type { LessonEntry } from "./rows.ts";
import { isProgressKnown, readProgress } from "./seenProgress.ts";
import { signalStore } from "./signals.ts";
import { noteSilence, type StoreTrouble, storeTrouble, subscribeStoreTrouble } from "./storeTrouble.ts";
import { type EnrollmentCheck, type SyncPhase, subscribeSyncStatus, syncStatus } from "./syncStatus.ts";
import { pageLessonChanges, subscribeToPageLessons, visitorLessons } from "./visitorLessons.ts";

/**
 * The screens' whole read path: each hook follows the local database and shows its changes, whichever tab made
 * them. No hook touches the network.
 */

export type Loading = { status: "loading" };
export const LOADING: Loading = { status: "loading" };

/** Another page may hold a store locked: one of an older version of this app, or one that its browser has frozen. */
const LONGEST_ANSWER_MS = 5_000;

const loadingActive = (): ActiveState => LOADING;

function useActive(): ActiveState {
  return useSyncExternalStore(subscribeActive, activeState, loadingActive);
}

/**
 * A live answer, tagged with the question it belongs to: useLiveQuery keeps the old answer on screen after its
 * question has changed, and an answer about one learner must never be shown to another.
 */
function useTagged<T>(tag: string, query: () => Promise<T>): { value: T } | null {
  const asked = useSyncExternalStore(onShownAgain, departureCount, departureCount);
  const result = useLiveQuery(async () => {
    try {
      return { tag, value: await query() };
    } catch (error) {
      // Another tab removes or upgrades the store: there is no answer any more, and useStoreTrouble says why.
      if (error instanceof Dexie.DatabaseClosedError) return null;
      // Aborted because the page was left; the error differs by engine. Back changes `asked`, so the query runs again.
      if (departureCount() !== asked) return null;
      throw error;
    }
  }, [tag, asked]);
  const single = useSingleAnswer(tag, query);
  const found = isSiteDataBlocked() ? single : result;
  return found?.tag === tag ? found : null;
}

/** Asks once, where site data is blocked: Dexie runs no live query in a browser that has no IndexedDB. */
function useSingleAnswer<T>(tag: string, query: () => Promise<T>): { tag: string; value: T } | null {
  const [answer, setAnswer] = useState<{ tag: string; value: T } | null>(null);
  // Synchronises with what this page holds itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tag stands for the question
  useEffect(() => {
    if (!isSiteDataBlocked()) return;
    let isCurrent = true;
    query().then(
      (value) => isCurrent && setAnswer({ tag, value }),
      (error: unknown) => console.warn("There is nothing to show without site data", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [tag]);
  return answer;
}

/** Says so on screen when an answer takes longer than any should, and no longer once it is here. */
function useNoticeSilence(isWaiting: boolean): void {
  // Synchronises with the clock, while there is something to wait for.
  useEffect(() => {
    if (!isWaiting) return;
    let end: (() => void) | undefined;
    const timer = setTimeout(() => {
      end = noteSilence();
    }, LONGEST_ANSWER_MS);
    return () => {
      clearTimeout(timer);
      end?.();
    };
  }, [isWaiting]);
}

/** Reads as the active learner; `signedOut` answers for everyone else. `name` tells the hook's questions apart. */
export function useLearner<T>(
  name: string,
  query: (db: LearnerDb) => Promise<T>,
  signedOut: T,
): { value: T } | null {
  const active = useActive();
  const userId = active.status === "signedIn" ? active.identity.userId : null;
  const result = useTagged<T>(`${userId ?? active.status}:${name}`, async () =>
    userId ? query(learnerDb(userId)) : signedOut,
  );
  const found = active.status === "loading" ? null : result;
  useNoticeSilence(found === null);
  return found;
}

/**
 * What this device knows of the learner's progress. `pending` before the first pull has come to its end, `failed` when
 * it could not: then the rows hold only what was done here, and no figure made of them is true.
 */
export type ProgressLoad = "pending" | "failed" | "done";

export function useCourseProgress():
  | Loading
  | {
      status: "ready";
      load: ProgressLoad;
      byLesson: ReadonlyMap<LessonId, Progress>;
      completedCount: number;
    } {
  const { progressLoadFailed } = useSyncExternalStore(subscribeSyncStatus, syncStatus, syncStatus);
  const found = useLearner("progress", readKnownProgress, { rows: [], isKnown: true });
  if (!found) return LOADING;
  const { rows, isKnown } = found.value;
  return {
    status: "ready",
    load: isKnown ? "done" : progressLoadFailed ? "failed" : "pending",
    byLesson: new Map(rows.map((row) => [row.lessonId, row])),
    completedCount: rows.filter((row) => row.completed).length,
  };
}

async function readKnownProgress(db: LearnerDb): Promise<{ rows: Progress[]; isKnown: boolean }> {
  const [rows, isKnown] = await Promise.all([readProgress(db), isProgressKnown(db)]);
  return { rows, isKnown };
}

export function useAchievements(): Loading | { status: "ready"; types: ReadonlySet<AchievementType> } {
  const types = useLearner<AchievementType[]>(
    "achievements",
    (db) => db.achievements.toCollection().primaryKeys(),
    [],
  );
  return types ? { status: "ready", types: new Set(types.value) } : LOADING;
}

/** The lessons of the learner, or of the visitor's preview. Null while it is unknown who is here. */
export function useLessons<T>(
  name: string,
  query: (lessons: LessonStore) => PromiseLike<T>,
): { value: T } | null {
  const active = useActive();
  const userId = active.status === "signedIn" ? active.identity.userId : null;
  // Tells sync, which may wait for this, that someone has come to read.
  useEffect(() => signalStore("lessonsWanted"), []);
  const held = useSyncExternalStore(subscribeToPageLessons, pageLessonChanges, pageLessonChanges);
  const result = useTagged<T>(`${userId ?? `visitor:${held}`}:${name}`, async () =>
    query(userId ? learnerDb(userId).lessons : await visitorLessons()),
  );
  const found = active.status === "loading" ? null : result;
  useNoticeSilence(found === null);
  return found;
}

export function useLesson(
  lessonId: LessonId,
): Loading | { status: "missing" } | { status: "ready"; pack: LessonPack; version: number } {
  const found = useLessons<LessonEntry | null>(
    `lesson:${lessonId}`,
    async (lessons) => (await lessons.get(lessonId)) ?? null,
  );
  if (!found) return LOADING;
  if (!found.value) return { status: "missing" };
  return { status: "ready", pack: found.value.pack, version: found.value.version };
}

export function useInstalledLessons(): Loading | { status: "ready"; lessonIds: ReadonlySet<LessonId> } {
  const ids = useLessons<LessonId[]>("lessons", (lessons) => lessons.toCollection().primaryKeys());
  return ids ? { status: "ready", lessonIds: new Set(ids.value) } : LOADING;
}

type Outbox = { pending: number; parked: number; oldestAt: string | null };

const EMPTY_OUTBOX: Outbox = { pending: 0, parked: 0, oldestAt: null };

/**
 * `oldestAt` is the ISO time of the oldest unsent change. Null until the device has been read: until then no screen may say
 * that everything was sent.
 */
export function useOutbox(): Outbox | null {
  const outbox = useLearner<Outbox>(
    "outbox",
    async (db) => {
      const [total, parked, oldest] = await Promise.all([
        db.outbox.count(),
        db.outbox.filter((entry) => entry.state === "parked").count(),
        db.outbox.orderBy("seq").first(),
      ]);
      return { pending: total - parked, parked, oldestAt: oldest?.clientAt ?? null };
    },
    EMPTY_OUTBOX,
  );
  return outbox?.value ?? null;
}

export function useSyncStatus(): {
  phase: SyncPhase;
  lastSuccessAt: string | null;
  enrollmentCheck: EnrollmentCheck;
} {
  const { phase, enrollmentCheck } = useSyncExternalStore(subscribeSyncStatus, syncStatus, syncStatus);
  const lastSuccess = useLearner("lastSuccessAt", (db) => readMeta(db, "lastSuccessAt"), null);
  return { phase, lastSuccessAt: lastSuccess?.value ?? null, enrollmentCheck };
}

/** Whether the store needs something of the person: see StoreTrouble. */
export function useStoreTrouble(): StoreTrouble {
  return useSyncExternalStore(subscribeStoreTrouble, storeTrouble, storeTrouble);
}
