import { type Glance, glanceAtLesson } from "../db/glance.ts";
import type { LessonId } from "../domain/ids.ts";
import { withLesson } from "./lessonDocument.ts";

// Runs in the service worker.

/** Not longer than this does a lesson wait: another tab may hold the store for a long time. */
const LONGEST_WAIT_MS = 1000;

/**
 * The player's document with a lesson in it, if there is one to show before the app is here; else as it is, and the app
 * finds out what there is to say. Its head goes ahead: the page begins with its styles and faces while the lesson is read
 * from the device.
 */
export async function lessonReply(shell: Response, lessonId: LessonId, visited: URL): Promise<Response> {
  const glance = glanceInTime(lessonId);
  const html = await shell.text();
  const bodyAt = html.indexOf("</head>");
  const utf8 = new TextEncoder();
  const parts = new ReadableStream({
    async start(controller) {
      controller.enqueue(utf8.encode(html.slice(0, bodyAt)));
      controller.enqueue(utf8.encode(filled(html.slice(bodyAt), await glance, visited)));
      controller.close();
    },
  });
  return new Response(parts, { headers: shell.headers });
}

function filled(body: string, lesson: Glance | null, visited: URL): string {
  try {
    if (!lesson) return body;
    return withLesson(body, { ...lesson, isOnline: navigator.onLine, namesHeading: visited.hash !== "" });
  } catch (error) {
    console.error("A lesson could not be put into its document", error);
    return body;
  }
}

async function glanceInTime(lessonId: LessonId): Promise<Glance | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, null));
  const glance = glanceAtLesson(lessonId).catch((error: unknown) => {
    console.warn("The device does not show the lesson before the app is here", error);
    return null;
  });
  return Promise.race([glance, late]);
}
