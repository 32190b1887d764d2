import { useEffect, useState } from "react";
import { TOTAL_LESSONS } from "../../../src/domain/course/course.ts";
import { mount } from "../../floors/mount.tsx";
import { type Attempt, newAttempt } from "../shared/attempt.ts";
import {
  type Completion,
  isSignedIn,
  KEY,
  type LessonRow,
  MAX_ROWS,
  newCompletion,
  signIn,
  supabase,
} from "../shared/backend.ts";
import { expose } from "../shared/expose.ts";
import { LessonPage, shownLesson } from "../shared/lessonPage.tsx";

// Plain `fetch`. The service worker that Workbox generates (../../support/peers.ts) answers reads from its cache while
// the device is offline, and keeps the writes that fail until the browser's next background sync.
let attempts: Attempt[] = [];

async function api(path: string, init: RequestInit = {}): Promise<Response> {
  const { data } = await supabase.auth.getSession();
  const authorization = `Bearer ${data.session?.access_token ?? KEY}`;
  const response = await fetch(`/rest/v1/${path}`, {
    ...init,
    headers: { apikey: KEY, authorization, ...init.headers },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** A request that fails without a network is in the worker's queue by the time `fetch` rejects. */
async function send(path: string, row: object, prefer: string): Promise<void> {
  try {
    const headers = { "content-type": "application/json", prefer };
    await api(path, { method: "POST", headers, body: JSON.stringify(row) });
  } catch (error) {
    if (!(error instanceof TypeError) || !navigator.serviceWorker.controller) throw error;
  }
}

/** Without the session: anyone may read lessons, and supabase-js would wait offline for a token that has expired. */
async function fetchLesson(id: string): Promise<LessonRow[]> {
  const response = await fetch(`/rest/v1/peer_lessons?id=eq.${id}`, { headers: { apikey: KEY } });
  if (!response.ok) throw new Error(`lesson ${id}: ${response.status}`);
  return response.json();
}
const fetchCompletions = async (): Promise<Completion[]> => (await api("peer_completions?select=*")).json();

async function fetchAttempts(): Promise<Attempt[]> {
  const found: Attempt[] = [];
  for (;;) {
    const query = `order=id&limit=${MAX_ROWS}&offset=${found.length}`;
    const page: Attempt[] = await (await api(`peer_attempts?${query}`)).json();
    found.push(...page);
    if (page.length < MAX_ROWS) return found;
  }
}

const complete = async (lessonId: string) =>
  send("peer_completions", await newCompletion(lessonId), "resolution=merge-duplicates");

function App() {
  const [pack, setPack] = useState<string>();
  const [completions, setCompletions] = useState<Completion[]>([]);
  // Synchronises with the server, or with the worker's cache.
  useEffect(() => {
    void fetchLesson(shownLesson()).then(([lesson]) => setPack(lesson?.pack));
    void fetchCompletions().then(setCompletions);
  }, []);
  const onComplete = () => void complete(shownLesson()).then(fetchCompletions).then(setCompletions);
  return <LessonPage pack={pack} completed={completions.length} onComplete={onComplete} />;
}

mount(<App />);
void navigator.serviceWorker.register("./sw.js");
expose({
  signIn,
  isSignedIn,
  async install() {
    for (let lesson = 1; lesson <= TOTAL_LESSONS; lesson += 1) await fetchLesson(`${lesson}`);
    await fetchCompletions();
  },
  complete,
  answer: () => send("peer_attempts", newAttempt(), "return=minimal"),
  pending: queuedRequests,
  async pull() {
    await fetchCompletions();
    attempts = await fetchAttempts();
  },
  attempts: async () => attempts.length,
  reset: async () => undefined,
});

// As workbox-background-sync 7 names them. Only the bench reads them.
const DATABASE = "workbox-background-sync";
const STORE = "requests";

/** How many requests wait in the queue of the service worker. */
async function queuedRequests(): Promise<number> {
  // Opening a database that does not exist would create it without its stores.
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === DATABASE)) return 0;
  const db = await result(indexedDB.open(DATABASE));
  try {
    if (!db.objectStoreNames.contains(STORE)) return 0;
    return await result(db.transaction(STORE).objectStore(STORE).count());
  } finally {
    db.close();
  }
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
