import type { LessonId } from "../../domain/ids.ts";
import { type QuestionId, questionId, type Recall, recallAfter } from "../../domain/study/recall.ts";
import { dayIn } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import {
  type Answer,
  answer,
  answerAgain,
  answerGiven,
  lessonOfQuestion,
  putRecall,
  recallIn,
} from "../../entities/answer/answer.ts";
import { newStamp } from "../../entities/stamp.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { serverNow } from "../store/serverClock.ts";
import { commit, type RowStore } from "../synced/commit.ts";
import { readRows } from "../synced/readRows.ts";

/** The learner's answers in texts and reviews, and to the questions of quizzes that they once got wrong. */
export function useAnswers(): Loading | { status: "ready"; byQuestion: ReadonlyMap<QuestionId, Answer> } {
  const answers = useLearner<Answer[]>("answers", (db) => readRows(db, answer), []);
  if (!answers) return LOADING;
  return { status: "ready", byQuestion: new Map(answers.value.map((each) => [each.questionId, each])) };
}

/**
 * Stores an answer, and when the question comes back. `chosen` is the index of the option, or null if the answer was shown
 * without a choice. Resolves and rejects as `commit` does.
 */
export function recordAnswer(id: QuestionId, chosen: number | null, isRight: boolean): Promise<void> {
  return commit(lessonOfQuestion(id), async (rows) =>
    putAnswer(rows, await rows.get(answer, id), id, chosen, isRight),
  );
}

/**
 * Stores what the learner has chosen in a question or an exercise of a text. `isRight` is null until that is checked; a question that
 * was checked and wrong comes back. `shown` is the row that the page shows, so that an answer survives a reload right after the tap.
 * Resolves and rejects as `commit` does.
 */
export function giveAnswer(
  id: QuestionId,
  given: string,
  isRight: boolean | null,
  shown: Answer | null,
): Promise<void> {
  const now = serverNow();
  const stamp = newStamp(now);
  const after = (before: Answer | null): Answer => {
    const check = isRight === null ? null : { recall: newRecall(before, isRight, now) };
    return answerGiven(before, { questionId: id, given, stamp }, check);
  };
  return commit(lessonOfQuestion(id), async (rows) => rows.put(answer, after(await rows.get(answer, id))), {
    kind: answer,
    content: after(shown),
  });
}

/** Stores that a question no longer comes back, because its lesson has lost it in a later version. */
export function dropQuestion(id: QuestionId): Promise<void> {
  return commit(lessonOfQuestion(id), async (rows) => {
    const before = await rows.get(answer, id);
    const never = { ...recallIn(before), dueOn: null };
    if (before) await rows.put(answer, putRecall(before, never, newStamp(rows.now())));
  });
}

/** Stores which questions of a quiz come back: those that were wrong, and those that were wrong before. */
export async function putQuizAnswers(
  rows: RowStore,
  quiz: { lessonId: LessonId; answers: readonly number[]; correctAnswers: readonly number[] },
): Promise<void> {
  for (const [index, chosen] of quiz.answers.entries()) {
    const id = questionId("quiz", quiz.lessonId, index + 1);
    const isRight = chosen === quiz.correctAnswers[index];
    const before = await rows.get(answer, id);
    if (!isRight || before) await putAnswer(rows, before, id, chosen, isRight);
  }
}

async function putAnswer(
  rows: RowStore,
  before: Answer | null,
  id: QuestionId,
  chosen: number | null,
  isRight: boolean,
): Promise<void> {
  const stamp = newStamp(rows.now());
  const recall = newRecall(before, isRight, rows.now());
  await rows.put(answer, answerAgain(before, { questionId: id, chosen, stamp }, recall));
}

/** Null if the answer does not change when the question comes back, and so does not replace what a wrong one elsewhere decided. */
function newRecall(row: Answer | null, isRight: boolean, now: number): Recall | null {
  const before = recallIn(row);
  const after = recallAfter(before, isRight, dayIn(presentZone(), now));
  return after === before ? null : after;
}
