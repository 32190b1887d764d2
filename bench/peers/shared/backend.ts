import { createClient } from "@supabase/supabase-js";

const KEY: string = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;
export const supabase = createClient(location.origin, KEY);

export type LessonRow = { id: string; pack: string };
export type Completion = { id: string; lesson_id: string; completed_at: string };
/** PostgREST returns at most this many rows. */
export const MAX_ROWS = 1000;

export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
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
