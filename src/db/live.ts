import { Dexie } from "dexie";
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { LessonPack } from "../domain/course/pack.ts";
import type { LessonId } from "../domain/ids.ts";
import { type AchievementType, achievement } from "../entities/achievement/achievement.ts";
import { type Progress, progress } from "../entities/progress/progress.ts";
import type { LessonStore } from "./lessons/lessonStore.ts";
import { pageLessonChanges, subscribeToPageLessons, visitorLessons } from "./lessons/visitorLessons.ts";
import { type ActiveState, activeState, subscribeActive } from "./store/active.ts";
import { type LearnerDb, learnerDb } from "./store/learnerDb.ts";
import { departureCount, onShownAgain } from "./store/leaving.ts";
import { isSiteDataBlocked } from "./store/localStore.ts";
import { isProgressKnown, readMeta } from "./store/meta.ts";
import type { LessonEntry } from "./store/rows.ts";
import { signalStore } from "./store/signals.ts";
import { noteSilence, type StoreTrouble, storeTrouble, subscribeStoreTrouble } from "./store/storeTrouble.ts";
import { type EnrollmentCheck, type SyncPhase, subscribeSyncStatus, syncStatus } from "./store/syncStatus.ts";
import { unsentWork } from "./synced/queue.ts";
import { readRows } from "./synced/readRows.ts";

/**
 * The hooks through which screens read data. Each follows the local database and shows changes made in any tab. No hook
 * uses the network.
 */

export type Loading = { status: "loading" };
export const LOADING: Loading = { status: "loading" };

/**
 * After this time a store counts as not responding. It may be locked by a page of an older version, or by one that its
 * browser has frozen.
 */
const LONGEST_ANSWER_MS = 5_000;

function useActive(): ActiveState {
  return useSyncExternalStore<ActiveState>(subscribeActive, activeState, () => LOADING);
}

/** For a result that a page can do without: its name in the log, and what the page gets if it cannot be read. */
type Unreadable<T> = { what: string; value: T };

/**
 * The result of a live query, tagged with its query. useLiveQuery keeps the old result on screen after its query has
 * changed, and one learner's result must never be shown to another.
 */
function useTagged<T>(tag: string, query: () => Promise<T>, unreadable?: Unreadable<T>): { value: T } | null {
  const departures = useSyncExternalStore(onShownAgain, departureCount, departureCount);
  const result = useLiveQuery(async () => {
    try {
      return { tag, value: await query() };
    } catch (error) {
      // Another tab has deleted or upgraded the database, so there is no result. useStoreTrouble reports an upgrade.
      if (error instanceof Dexie.DatabaseClosedError) return null;
      // The query was aborted because the user left the page. The error differs by engine. Back changes `departures`,
      // so the query runs again.
      if (departureCount() !== departures) return null;
      if (!unreadable) throw error;
      console.error(`Error loading ${unreadable.what}`, error);
      return { tag, value: unreadable.value };
    }
  }, [tag, departures]);
  const single = useSingleAnswer(tag, query);
  const found = isSiteDataBlocked() ? single : result;
  return found?.tag === tag ? found : null;
}

/** Runs the query once if site data is blocked, because Dexie runs no live queries in a browser without IndexedDB. */
function useSingleAnswer<T>(tag: string, query: () => Promise<T>): { tag: string; value: T } | null {
  const [answer, setAnswer] = useState<{ tag: string; value: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tag identifies the query
  useEffect(() => {
    if (!isSiteDataBlocked()) return;
    let isCurrent = true;
    query().then(
      (value) => isCurrent && setAnswer({ tag, value }),
      (error: unknown) => console.warn("The query failed because site data is blocked", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [tag]);
  return answer;
}

/** Reports the store as not responding while a result takes longer than LONGEST_ANSWER_MS. */
function useNoticeSilence(isWaiting: boolean): void {
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

/**
 * Runs the query on the active learner's database. `name` must be unique for each query. Without `unreadable`, the page is
 * replaced by the error page if the read fails.
 */
export function useLearner<T>(
  name: string,
  query: (db: LearnerDb) => Promise<T>,
  signedOut: T,
  unreadable?: Unreadable<T>,
): { value: T } | null {
  const active = useActive();
  const userId = active.status === "signedIn" ? active.identity.userId : null;
  const result = useTagged<T>(
    `${userId ?? active.status}:${name}`,
    async () => (userId ? query(learnerDb(userId)) : signedOut),
    unreadable,
  );
  const found = active.status === "loading" ? null : result;
  useNoticeSilence(found === null);
  return found;
}

/**
 * Says whether this device knows the learner's progress. `pending`: the first pull has not finished. `failed`: the first pull
 * or the read failed. Until it is `done`, the rows may lack what was done on other devices, so figures may be wrong.
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
  const value = useLearner("progress", readKnownProgress, { rows: [], load: "done" }, UNREADABLE)?.value;
  const isWanted = value?.load === "pending";
  // The sync may be waiting until the page is shown.
  useEffect(() => {
    if (isWanted) signalStore("progressWanted");
  }, [isWanted]);
  // The same object until something changes, because the whole player depends on it.
  return useMemo(() => {
    if (!value) return LOADING;
    const { rows, load } = value;
    return {
      status: "ready",
      load: load === "pending" && progressLoadFailed ? "failed" : load,
      byLesson: new Map(rows.map((row) => [row.lessonId, row])),
      completedCount: rows.filter((row) => row.completed).length,
    };
  }, [value, progressLoadFailed]);
}

type KnownProgress = { rows: Progress[]; load: ProgressLoad };

async function readKnownProgress(db: LearnerDb): Promise<KnownProgress> {
  const [rows, isKnown] = await Promise.all([readRows(db, progress), isProgressKnown(db)]);
  return { rows, load: isKnown ? "done" : "pending" };
}

/** Spec §8: logged only, and loading ends. */
const UNREADABLE: Unreadable<KnownProgress> = { what: "progress", value: { rows: [], load: "failed" } };

export function useAchievements(): Loading | { status: "ready"; types: ReadonlySet<AchievementType> } {
  const types = useLearner<AchievementType[]>(
    "achievements",
    async (db) => (await readRows(db, achievement)).map(({ type }) => type),
    [],
  );
  return types ? { status: "ready", types: new Set(types.value) } : LOADING;
}

/**
 * The learner's lessons, or the preview for a visitor. Null while loading, including while it is unknown who is signed
 * in.
 */
export function useLessons<T>(
  name: string,
  query: (lessons: LessonStore) => PromiseLike<T>,
): { value: T } | null {
  const active = useActive();
  const userId = active.status === "signedIn" ? active.identity.userId : null;
  // The sync may be waiting until a page needs lessons.
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
  const ids = useLessons<LessonId[]>("lessons", (lessons) => lessons.toCollection().primaryKeys())?.value;
  return useMemo(() => (ids ? { status: "ready", lessonIds: new Set(ids) } : LOADING), [ids]);
}

/**
 * Counts unsent work. `oldestAt` is the ISO time of the oldest unsent change. The hook returns null until the database has been read. Until
 * then no screen may state that everything was sent.
 */
export function useQueue(): { pending: number; parked: number; oldestAt: string | null } | null {
  const queue = useLearner(
    "queue",
    async (db) => {
      const unsent = await unsentWork(db);
      const parked = unsent.filter((row) => row.unsent.isParked).length;
      const oldest = unsent[0]?.unsent.since;
      return {
        pending: unsent.length - parked,
        parked,
        oldestAt: oldest === undefined ? null : new Date(oldest).toISOString(),
      };
    },
    { pending: 0, parked: 0, oldestAt: null },
  );
  return queue?.value ?? null;
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

/** Returns a problem with the store that the learner must know about, for a banner. */
export function useStoreTrouble(): StoreTrouble {
  return useSyncExternalStore(subscribeStoreTrouble, storeTrouble, storeTrouble);
}
