import { requireLearnerDb, settledActive } from "../../../src/db/store/active.ts";
import { pendingCount } from "../../../src/db/synced/dueEntries.ts";
import { clearMirror } from "../../../src/db/synced/mirror.ts";
import { completeLesson, submitQuiz } from "../../../src/db/synced/progress.ts";
import { isLessonId } from "../../../src/domain/ids.ts";
import * as auth from "../../../src/platform/session/authActions.ts";
import { startSync, syncNow } from "../../../src/sync/triggers.ts";
import { cycleEnd } from "../../floors/cycleEnd.ts";
import { expose } from "../shared/expose.ts";

// The academy's own store and sync in a page without screens. The measures of starts and sizes use the academy itself.
startSync();
expose({
  async signIn(email, password) {
    const isOver = cycleEnd();
    const outcome = await auth.signIn(email, password);
    if (!outcome.ok) throw new Error(outcome.message);
    await isOver;
  },
  isSignedIn: async () => (await settledActive()).status === "signedIn",
  install: () => syncNow("asked"),
  async complete(lessonId) {
    if (!isLessonId(lessonId)) throw new Error(`there is no lesson ${lessonId}`);
    await completeLesson(lessonId);
  },
  async answer() {
    const answers = { answers: [0, 1, 2, 3, 0], correctAnswers: [3, 3, 3, 3, 3] };
    await submitQuiz({ lessonId: "1", lessonVersion: 1, ...answers });
  },
  async pending() {
    const { db } = await requireLearnerDb();
    return pendingCount(db);
  },
  async pull() {
    const isOver = cycleEnd();
    void syncNow("asked");
    await isOver;
  },
  async attempts() {
    const { db } = await requireLearnerDb();
    return db.attempts.count();
  },
  async completed() {
    const { db } = await requireLearnerDb();
    return db.progress.filter(({ completed }) => completed).count();
  },
  async reset() {
    const { db, identity } = await requireLearnerDb();
    await Promise.all([db.progress.clear(), db.achievements.clear(), db.outbox.clear()]);
    clearMirror(identity.userId);
  },
});
