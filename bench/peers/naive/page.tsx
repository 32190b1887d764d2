import type { Session } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { TOTAL_LESSONS } from "../../../src/domain/course/course.ts";
import { mount } from "../../floors/mount.tsx";
import { type Attempt, newAttempt } from "../shared/attempt.ts";
import {
  type Completion,
  fetchAttempts,
  fetchCompletions,
  fetchLesson,
  isSignedIn,
  type LessonRow,
  newCompletion,
  signIn,
  supabase,
} from "../shared/backend.ts";
import { expose } from "../shared/expose.ts";
import { LessonPage, shownLesson } from "../shared/lessonPage.tsx";

// The app of Supabase's tutorial "Use Supabase with React": the session decides what is shown, and each screen reads and
// writes the server. Nothing is stored except the session.
let attempts: Attempt[] = [];

function App() {
  const [session, setSession] = useState<Session | null>(null);
  // Synchronises with the auth client.
  useEffect(() => {
    void supabase.auth.getSession().then(({ data }) => setSession(data.session));
    const { data } = supabase.auth.onAuthStateChange((_event, changed) => setSession(changed));
    return () => data.subscription.unsubscribe();
  }, []);
  return session ? <Lesson key={session.user.id} /> : <p>Sign in</p>;
}

function Lesson() {
  const [lesson, setLesson] = useState<LessonRow>();
  const [completions, setCompletions] = useState<Completion[]>([]);
  // Synchronises with the server.
  useEffect(() => {
    void fetchLesson(shownLesson()).then(setLesson);
    void fetchCompletions().then(setCompletions);
  }, []);
  const onComplete = () => void complete(shownLesson()).then(fetchCompletions).then(setCompletions);
  return <LessonPage pack={lesson?.pack} completed={completions.length} onComplete={onComplete} />;
}

async function complete(lessonId: string): Promise<void> {
  const { error } = await supabase.from("peer_completions").upsert(await newCompletion(lessonId));
  if (error) throw error;
}

async function answer(): Promise<void> {
  const { error } = await supabase.from("peer_attempts").insert(newAttempt());
  if (error) throw error;
}

mount(<App />);
expose({
  signIn,
  isSignedIn,
  async install() {
    for (let lesson = 1; lesson <= TOTAL_LESSONS; lesson += 1) await fetchLesson(`${lesson}`);
  },
  complete,
  answer,
  pending: async () => 0,
  async pull() {
    await fetchCompletions();
    attempts = await fetchAttempts();
  },
  attempts: async () => attempts.length,
  reset: async () => undefined,
});
