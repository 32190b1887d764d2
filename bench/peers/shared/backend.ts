import { createClient } from "@supabase/supabase-js";
import type { Attempt } from "./attempt.ts";

export const KEY: string = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;
export const supabase = createClient(location.origin, KEY);

export type LessonRow = { id: string; pack: string };
export type Completion = { id: string; lesson_id: string; completed_at: string };
/** PostgREST returns at most this many rows. */
export const MAX_ROWS = 1000;

export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
}

export async function isSignedIn(): Promise<boolean> {
  return (await supabase.auth.getSession()).data.session !== null;
}

async function requireUserId(): Promise<string> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new Error("nobody is signed in");
  return data.session.user.id;
}

/** The id contains the learner's, because a lesson is completed once by each. */
export async function newCompletion(lessonId: string): Promise<Completion> {
  const id = `${await requireUserId()}:${lessonId}`;
  return { id, lesson_id: lessonId, completed_at: new Date().toISOString() };
}

/** The data of a response. Throws its error. */
function requireData<Data>({ data, error }: { data: Data | null; error: unknown }): Data {
  if (error || data === null) throw error ?? new Error("the response has no data");
  return data;
}

export async function fetchCompletions(): Promise<Completion[]> {
  return requireData(
    await supabase
      .from("peer_completions")
      .select("id, lesson_id, completed_at")
      .overrideTypes<Completion[]>(),
  );
}

/** All attempts, page by page. */
export async function fetchAttempts(): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (;;) {
    const page = requireData(
      await supabase
        .from("peer_attempts")
        .select("id, lesson_id, answers, score, passed, taken_at")
        .order("id")
        .range(attempts.length, attempts.length + MAX_ROWS - 1)
        .overrideTypes<Attempt[]>(),
    );
    attempts.push(...page);
    if (page.length < MAX_ROWS) return attempts;
  }
}

export async function fetchLesson(id: string): Promise<LessonRow> {
  return requireData(await supabase.from("peer_lessons").select("id, pack").eq("id", id).single());
}
