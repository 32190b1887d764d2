import { DEVICE_DB, learnerDbName } from "../db/store/names.ts";
import type { Identity, LessonEntry, MetaEntry } from "../db/store/rows.ts";
import type { LessonId } from "../domain/ids.ts";
import type { LessonPlace } from "../entities/lessonPlace/lessonPlace.ts";
import type { Progress } from "../entities/progress/progress.ts";
import type { Row } from "../entities/row.ts";
import { seemsOffline } from "../platform/device/offlineHint.ts";
import { bodyWithLesson, type LessonDocument, type StoredLesson } from "./lessonDocument.ts";

// Runs in the service worker.

/** The longest wait for a lesson, because another tab may block the database for a long time. */
const READ_TIMEOUT_MS = 1000;

type Request = {
  /** The player's document without a lesson. The reply has its headers, including the content policy. */
  shell: Promise<Response>;
  /** The LessonDocument of the same build, as JSON. */
  pieces: Promise<Response | undefined>;
  lessonId: LessonId;
  visited: URL;
};

/**
 * Replies with the player's document: with a lesson, if this device can show one before the app has started, otherwise
 * without one, so that the app decides what to show. The head is sent first, so that the page fetches styles and fonts
 * while the lesson is being read from the database.
 */
export async function lessonReply({ shell, pieces, lessonId, visited }: Request): Promise<Response> {
  const lesson = readInTime(lessonId);
  const document = parsePieces(pieces);
  const plain = await shell;
  if (!plain.ok) return plain;
  const utf8 = new TextEncoder();
  const parts = new ReadableStream({
    async start(controller) {
      const [head, body] = splitHead(await plain.text());
      controller.enqueue(utf8.encode(head));
      const filled = bodyFor(head, { document: await document, lesson: await lesson, visited });
      controller.enqueue(utf8.encode(filled ?? body));
      controller.close();
    },
  });
  return new Response(parts, { headers: plain.headers });
}

/**
 * The HTML before `</head>`, and the rest. Another page, such as a hotspot's, may have no `</head>`: the two still add
 * up to it.
 */
function splitHead(html: string): [head: string, body: string] {
  const end = html.indexOf("</head>");
  return [html.slice(0, end), html.slice(end)];
}

/** Null when the precache has lost the file and the network cannot provide it or returns something else. */
async function parsePieces(pieces: Request["pieces"]): Promise<LessonDocument | null> {
  try {
    const response = await pieces;
    return response?.ok ? await response.json() : null;
  } catch (error) {
    console.warn("The pieces of the lesson's document could not be read", error);
    return null;
  }
}

type Filling = { document: LessonDocument | null; lesson: StoredLesson | null; visited: URL };

/** Null when there is no lesson to show, or when the pieces belong to another build than the head already sent. */
function bodyFor(head: string, { document, lesson, visited }: Filling): string | null {
  if (!lesson || document?.head !== head) return null;
  try {
    return bodyWithLesson(document, { ...lesson, isOffline: seemsOffline(), url: visited });
  } catch (error) {
    console.error("The lesson could not be inserted into its document", error);
    return null;
  }
}

async function readInTime(lessonId: LessonId): Promise<StoredLesson | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, READ_TIMEOUT_MS, null));
  const lesson = readStoredLesson(lessonId).catch((error: unknown) => {
    console.warn("The lesson could not be read before the app starts", error);
    return null;
  });
  return Promise.race([lesson, late]);
}

/**
 * A lesson as this device stores it for its active learner. Reads IndexedDB directly, because loading Dexie takes longer.
 * Null when no one is signed in, when the lesson is not on the device, or when this learner may not read it (yet),
 * according to the stored identity (offline rule 14). Rejects with the database's error.
 */
export async function readStoredLesson(lessonId: LessonId): Promise<StoredLesson | null> {
  const identity = await withDb(DEVICE_DB, (db) =>
    rowOf<Identity>(db.transaction("identity").objectStore("identity").get("active")),
  );
  if (!identity || identity.mustChangePassword) return null;
  return (await withDb(learnerDbName(identity.userId), (db) => readFrom(db, lessonId))) ?? null;
}

async function readFrom(db: IDBDatabase, lessonId: LessonId): Promise<StoredLesson | null> {
  const transaction = db.transaction(["lessons", "rows", "meta"]);
  const rows = transaction.objectStore("rows");
  const [lesson, progress, enrollment, place] = await Promise.all([
    rowOf<LessonEntry>(transaction.objectStore("lessons").get(lessonId)),
    rowOf<Row<Progress>>(rows.get(["progress", lessonId])),
    rowOf<MetaOf<"enrollment">>(transaction.objectStore("meta").get("enrollment")),
    rowOf<Row<LessonPlace>>(rows.get(["place", lessonId])),
  ]);
  if (!lesson || enrollment?.value === "notEnrolled") return null;
  return {
    pack: lesson.pack,
    completed: progress?.content.completed ?? false,
    place: place?.content ?? null,
  };
}

type MetaOf<K extends MetaEntry["key"]> = Extract<MetaEntry, { key: K }>;

/** Closes the database immediately after reading, because an open connection blocks upgrades and deletion. */
async function withDb<T>(name: string, read: (db: IDBDatabase) => Promise<T>): Promise<T | undefined> {
  const db = await openExisting(name);
  if (!db) return undefined;
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

/** Opens the existing version. Null if there is no such database, because reading must not create one. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const db = request.result;
      // Another tab is upgrading or deleting it.
      db.onversionchange = () => db.close();
      resolve(db);
    };
    request.onerror = () => (isNew ? resolve(null) : reject(request.error));
  });
}

/** The requested row. The caller knows its type from the store's name. */
function rowOf<Row>(request: IDBRequest<Row | undefined>): Promise<Row | undefined> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
