import type { LessonId } from "../../domain/ids.ts";
import { createStore } from "../../domain/store.ts";
import { visitorDb } from "../store/deviceDb.ts";
import { isSiteDataBlocked } from "../store/localStore.ts";
import type { LessonEntry } from "../store/rows.ts";
import { noteStoreTrouble } from "../store/storeTrouble.ts";
import type { LessonStore } from "./lessonStore.ts";

/** The preview, kept in memory while the page is open. Used if the browser blocks storage. */
const held = new Map<LessonId, LessonEntry>();
const changes = createStore(0);

const pageLessons: LessonStore = {
  get: async (lessonId) => held.get(lessonId),
  toArray: async () => [...held.values()],
  toCollection: () => ({ primaryKeys: async () => [...held.keys()] }),
  async each(visit) {
    for (const entry of held.values()) visit(entry);
  },
  async put(entry) {
    held.set(entry.lessonId, entry);
    changes.set(changes.get() + 1);
  },
};

/**
 * The lessons for signed-out visitors, stored on the device, or in this page's memory if the browser blocks storage.
 */
export async function visitorLessons(): Promise<LessonStore> {
  if (isSiteDataBlocked()) return pageLessons;
  try {
    await visitorDb().open();
    return visitorDb().lessons;
  } catch (error) {
    console.info("This browser stores no data for the academy", error);
    noteStoreTrouble("unavailable");
    return pageLessons;
  }
}

/** For `useSyncExternalStore`, because Dexie's live queries cannot observe lessons in memory. */
export const { subscribe: subscribeToPageLessons, get: pageLessonChanges } = changes;
