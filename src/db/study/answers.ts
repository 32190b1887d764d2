import type { LessonId } from "../../domain/ids.ts";
import { NOT_ASKED, type QuestionId, questionId, recallAfter } from "../../domain/study/recall.ts";
import { dayIn } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { type Answer, answer, answerAgain, lessonOfQuestion } from "../../entities/answer/answer.ts";
import { newStamp } from "../../entities/stamp.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { commit, type RowStore } from "../synced/commit.ts";
import { readRows } from "../synced/readRows.ts";

/** The learner's answers in reviews, and to the questions of quizzes that they once got wrong. */
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
  const today = dayIn(presentZone(), rows.now());
  const recall = recallAfter(before ?? NOT_ASKED, isRight, today);
  await rows.put(
    answer,
    answerAgain(before, { questionId: id, chosen, stamp: newStamp(rows.now()) }, recall),
  );
}
