import { useMemo } from "react";
import { useCourseProgress, useLesson } from "../../../src/db/live.ts";
import { requireLearnerDb } from "../../../src/db/store/active.ts";
import { subscribeSyncStatus, syncStatus } from "../../../src/db/store/syncStatus.ts";
import { clearMirror } from "../../../src/db/synced/mirror.ts";
import { completeLesson, submitQuiz } from "../../../src/db/synced/progress.ts";
import { readRows } from "../../../src/db/synced/readRows.ts";
import { isLessonId, type LessonId } from "../../../src/domain/ids.ts";
import { attempt } from "../../../src/entities/attempt/attempt.ts";
import * as auth from "../../../src/platform/session/authActions.ts";
import { startSync, syncNow } from "../../../src/sync/triggers.ts";
import { mount } from "../../floors/mount.tsx";
import { expose } from "../shared/expose.ts";
import { LessonPage, shownLesson } from "../shared/lessonPage.tsx";

// The academy's own store and sync behind the page that every peer has. The measures of starts and sizes use the academy
// itself.
function Lesson() {
  const lesson = useLesson(requireLessonId(shownLesson()));
  const progress = useCourseProgress();
  const pack = lesson.status === "ready" ? lesson.pack : null;
  const text = useMemo(() => (pack ? JSON.stringify(pack) : undefined), [pack]);
  return (
    <LessonPage
      pack={text}
      completed={progress.status === "ready" ? progress.completedCount : 0}
      onComplete={() => void complete(shownLesson())}
    />
  );
}

async function complete(lessonId: string): Promise<void> {
  await completeLesson(requireLessonId(lessonId));
}

function requireLessonId(text: string): LessonId {
  if (!isLessonId(text)) throw new Error(`there is no lesson ${text}`);
  return text;
}

/** Resolves when the first cycle of the sync is over, which has then pulled the learner's rows. */
async function signIn(email: string, password: string): Promise<void> {
  const isOver = cycleEnd();
  const outcome = await auth.signIn(email, password);
  if (!outcome.ok) throw new Error(outcome.message);
  await isOver;
}

startSync();
mount(<Lesson />);
expose({
  signIn,
  signInAndPull: signIn,
  install: () => syncNow("asked"),
  complete,
  async answer() {
    const answers = [0, 1, 2, 3, 0];
    // Wrong answers would be stored as well, which the peers have nothing like.
    await submitQuiz({ lessonId: "1", lessonVersion: 1, answers, correctAnswers: answers });
  },
  async pending() {
    const { db } = await requireLearnerDb();
    return db.rows.orderBy("unsent.since").count();
  },
  async pull() {
    const isOver = cycleEnd();
    void syncNow("asked");
    await isOver;
  },
  async attempts() {
    const { db } = await requireLearnerDb();
    return (await readRows(db, attempt)).length;
  },
  async reset() {
    const { db, identity } = await requireLearnerDb();
    await db.rows.clear();
    clearMirror(identity.userId);
  },
});

/**
 * Resolves when the academy's current or next sync has got through. Rejects if it fails, unless the device is offline: that
 * phase lasts until a sync gets through.
 */
function cycleEnd(): Promise<void> {
  let hasBegun = syncStatus().phase !== "idle";
  return new Promise((resolve, reject) => {
    const unsubscribe = subscribeSyncStatus(() => {
      const { phase } = syncStatus();
      const isUnderWay = phase === "syncing" || phase === "offline";
      hasBegun ||= isUnderWay;
      if (!hasBegun || isUnderWay) return;
      unsubscribe();
      if (phase === "idle") resolve();
      else reject(new Error(`the cycle ended with ${phase}`));
    });
  });
}
