import { QueryClient, useMutation, useQuery } from "@tanstack/react-query";
import { type PersistedClient, PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { del, get, set } from "idb-keyval";
import { TOTAL_LESSONS } from "../../../src/domain/course/course.ts";
import { mount } from "../../floors/mount.tsx";
import { type Attempt, newAttempt } from "../shared/attempt.ts";
import {
  type Completion,
  fetchAttempts,
  fetchCompletions,
  fetchLesson,
  isSignedIn,
  newCompletion,
  signIn,
  supabase,
} from "../shared/backend.ts";
import { expose } from "../shared/expose.ts";
import { LessonPage, shownLesson } from "../shared/lessonPage.tsx";
import { createStoredSignal } from "./storedSignal.ts";

// The guide "Persisting Offline mutations" and the IndexedDB persister of "persistQueryClient" in TanStack Query's
// documentation. That persister is not throttled to one write a second like those for localStorage.
const DAY_MS = 24 * 60 * 60 * 1000;
const STORE_KEY = "reactQuery";
const stored = createStoredSignal();
const persister = {
  async persistClient(client: PersistedClient) {
    await set(STORE_KEY, client);
    stored.notify(client);
  },
  restoreClient: () => get<PersistedClient>(STORE_KEY),
  removeClient: () => del(STORE_KEY),
};

const client = new QueryClient({ defaultOptions: { queries: { gcTime: DAY_MS } } });
const lessonQuery = (id: string) => ({
  queryKey: ["lessons", id],
  queryFn: () => fetchLesson(id),
  // A published lesson does not change under its id.
  staleTime: Number.POSITIVE_INFINITY,
});
const completionsQuery = { queryKey: ["completions"], queryFn: fetchCompletions };
const attemptsQuery = { queryKey: ["attempts"], queryFn: fetchAttempts };

// Defaults, so that mutations that were paused can be resumed after the page was reloaded.
client.setMutationDefaults(["complete"], {
  mutationFn: async (row: Completion) => {
    await client.cancelQueries(completionsQuery);
    const { error } = await supabase.from("peer_completions").upsert(row);
    if (error) throw error;
  },
  onMutate: async (row: Completion) => {
    await client.cancelQueries(completionsQuery);
    client.setQueryData<Completion[]>(completionsQuery.queryKey, (before = []) => [
      ...before.filter(({ id }) => id !== row.id),
      row,
    ]);
  },
});
client.setMutationDefaults(["answer"], {
  mutationFn: async (row: Attempt) => {
    // An upsert, because a mutation that is sent again must not fail.
    const { error } = await supabase.from("peer_attempts").upsert(row);
    if (error) throw error;
  },
});

function Lesson() {
  const lesson = useQuery(lessonQuery(shownLesson()));
  const completions = useQuery(completionsQuery);
  const complete = useMutation<void, Error, Completion>({ mutationKey: ["complete"] });
  const onComplete = () => void newCompletion(shownLesson()).then(complete.mutate);
  return (
    <LessonPage pack={lesson.data?.pack} completed={completions.data?.length ?? 0} onComplete={onComplete} />
  );
}

/** Without waiting: the page, and whatever it stores from now on, must not wait until everything has been sent. */
const resume = () => void client.resumePausedMutations().then(() => client.invalidateQueries());
mount(
  <PersistQueryClientProvider client={client} persistOptions={{ persister }} onSuccess={resume}>
    <Lesson />
  </PersistQueryClientProvider>,
);
void navigator.serviceWorker.register("./sw.js");

/** As `useMutation` does. Resolves when the server has the row, or the paused mutation is stored on this device. */
async function mutate(mutationKey: string[], row: Completion | Attempt): Promise<void> {
  const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationKey }));
  await Promise.race([stored.withMutationOf(row), mutation.execute(row)]);
}

expose({
  signIn,
  isSignedIn,
  async install() {
    for (let lesson = 1; lesson <= TOTAL_LESSONS; lesson += 1)
      await client.prefetchQuery(lessonQuery(`${lesson}`));
    await client.invalidateQueries(completionsQuery);
  },
  complete: async (lessonId) => mutate(["complete"], await newCompletion(lessonId)),
  answer: () => mutate(["answer"], newAttempt()),
  pending: async () => client.getMutationCache().findAll({ status: "pending" }).length,
  async pull() {
    const isStored = stored.withQuery(attemptsQuery.queryKey, performance.timeOrigin + performance.now());
    await client.fetchQuery({ ...completionsQuery, staleTime: 0 });
    await client.fetchQuery({ ...attemptsQuery, staleTime: 0 });
    await isStored;
  },
  attempts: async () => client.getQueryData<Attempt[]>(attemptsQuery.queryKey)?.length ?? 0,
  async reset() {
    client.getMutationCache().clear();
    client.setQueryData(completionsQuery.queryKey, []);
  },
});
