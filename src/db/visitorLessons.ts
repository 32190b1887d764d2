import type { LessonId } from "../domain/ids.ts";
import { visitorDb } from "./deviceDb.ts";
import type { LessonStore } from "./lessonStore.ts";
import { isSiteDataBlocked } from "./localStore.ts";
import type { LessonEntry } from "./rows.ts";
import { noteStoreTrouble } from "./storeTrouble.ts";

/** The preview where the browser stores nothing: the page alone holds it, as long as it is open. */
const held = new Map<LessonId, LessonEntry>();
let changes = 0;
const listeners = new Set<() => void>();

const pageLessons: LessonStore = {
  get: async (lessonId) => held.get(lessonId),
  toArray: async () => [...held.values()],
  toCollection: () => ({ primaryKeys: async () => [...held.keys()] }),
  async each(visit) {
    for (const entry of held.values()) visit(entry);
  },
  async put(entry) {
    held.set(entry.lessonId, entry);
    changes += 1;
    for (const listener of listeners) listener();
  },
};

/** Where the lessons of people who are not signed in are: on the device, or in this page where the browser forbids that. */
export async function visitorLessons(): Promise<LessonStore> {
  if (isSiteDataBlocked()) return pageLessons;
  try {
    await visitorDb().open();
    return visitorDb().lessons;
  } catch (error) {
    console.info("This browser does not let the academy keep data on the device", error);
    noteStoreTrouble("unavailable");
    return pageLessons;
  }
}

/** The two halves of `useSyncExternalStore`, for what Dexie's live queries cannot see. */
export function subscribeToPageLessons(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
export function pageLessonChanges(): number {
  return changes;
}
