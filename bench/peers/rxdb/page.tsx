import { createRxDatabase, type RxCollection, type RxJsonSchema } from "rxdb/plugins/core";
import { RxDatabaseProvider, useLiveRxQuery } from "rxdb/plugins/react";
import { replicateSupabase } from "rxdb/plugins/replication-supabase";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { mount } from "../../floors/mount.tsx";
import { type Attempt, newAttempt } from "../shared/attempt.ts";
import {
  type Completion,
  type LessonRow,
  MAX_ROWS,
  newCompletion,
  signIn,
  supabase,
} from "../shared/backend.ts";
import { expose } from "../shared/expose.ts";
import { LessonPage, shownLesson } from "../shared/lessonPage.tsx";

// RxDB's page "Supabase Replication Plugin", with the free storage that it names for IndexedDB. As a local-first app it shows
// what is stored without asking for the session first.
type Collections = {
  lessons: RxCollection<LessonRow>;
  completions: RxCollection<Completion>;
  attempts: RxCollection<Attempt>;
};

const ID = { type: "string", maxLength: 100 } as const;
const TEXT = { type: "string" } as const;
const schemaOf = <Row,>(properties: RxJsonSchema<Row>["properties"]): RxJsonSchema<Row> => ({
  version: 0,
  // Each of the tables has this column, which TypeScript cannot know of any `Row`.
  primaryKey: "id" as RxJsonSchema<Row>["primaryKey"],
  type: "object",
  properties,
  required: Object.keys(properties) as RxJsonSchema<Row>["required"] & string[],
});

const db = await createRxDatabase<Collections>({ name: "academy", storage: getRxStorageDexie() });
await db.addCollections({
  lessons: { schema: schemaOf<LessonRow>({ id: ID, pack: TEXT }) },
  completions: { schema: schemaOf<Completion>({ id: ID, lesson_id: TEXT, completed_at: TEXT }) },
  attempts: {
    schema: schemaOf<Attempt>({
      id: ID,
      lesson_id: TEXT,
      answers: TEXT,
      score: { type: "number" },
      passed: { type: "boolean" },
      taken_at: TEXT,
    }),
  },
});

/** Row-level security returns nothing before the learner has signed in, so the replications start then. */
function startReplications() {
  return {
    lessons: replicate(db.lessons, "peer_lessons", {}),
    completions: replicate(db.completions, "peer_completions", { push: { batchSize: 50 } }),
    attempts: replicate(db.attempts, "peer_attempts", { push: { batchSize: 50 } }),
  };
}

function replicate<Row extends { id: string }>(
  collection: RxCollection<Row>,
  tableName: string,
  options: { push?: { batchSize: number } },
) {
  const replication = replicateSupabase<Row>({
    tableName,
    client: supabase,
    collection,
    replicationIdentifier: tableName,
    live: true,
    pull: {
      // The documentation's example has 50. With so long a history as the bench's, the most that the server returns is better.
      batchSize: MAX_ROWS,
      // Only the server needs the owner.
      modifier: (row) => {
        delete row.user_id;
        return row;
      },
    },
    ...options,
  });
  replication.sent$.subscribe(({ id }) => void unsent.delete(id));
  return replication;
}

const unsent = new Set<string>();
let replications: ReturnType<typeof startReplications> | undefined;
supabase.auth.onAuthStateChange((_event, session) => {
  if (session) replications ??= startReplications();
});

function requireReplications() {
  if (!replications) throw new Error("nobody is signed in");
  return replications;
}

function Lesson() {
  const lessons = useLiveRxQuery<LessonRow>({
    collection: "lessons",
    query: { selector: { id: shownLesson() } },
  });
  const completions = useLiveRxQuery<Completion>({ collection: "completions", query: {} });
  return (
    <LessonPage
      pack={lessons.results[0]?.pack}
      completed={completions.results.length}
      onComplete={() => void complete(shownLesson())}
    />
  );
}

async function complete(lessonId: string): Promise<void> {
  const row = await newCompletion(lessonId);
  unsent.add(row.id);
  await db.completions.upsert(row);
}

mount(
  <RxDatabaseProvider database={db}>
    <Lesson />
  </RxDatabaseProvider>,
);
void navigator.serviceWorker.register("./sw.js");

expose({
  signIn,
  async install() {
    for (const each of Object.values(requireReplications())) await each.awaitInitialReplication();
  },
  complete,
  async answer() {
    const row = newAttempt();
    unsent.add(row.id);
    await db.attempts.insert(row);
  },
  pending: async () => unsent.size,
  async pull() {
    const { completions, attempts } = requireReplications();
    await Promise.all(
      [completions, attempts].map((each) => {
        each.reSync();
        return each.awaitInSync();
      }),
    );
  },
  attempts: () => db.attempts.count().exec(),
  async reset() {
    unsent.clear();
    await db.completions.find().remove();
    // Otherwise the removals would be sent while the next completions are measured.
    if (navigator.onLine) await replications?.completions.awaitInSync();
  },
});
