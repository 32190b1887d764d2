import { moduleOf, outlineLesson } from "../../src/domain/course/course.ts";
import type { LessonPack } from "../../src/domain/course/pack.ts";
import { COURSE_ID, type LessonId, PREVIEW_LESSON_ID } from "../../src/domain/ids.ts";
import type { TestBackend } from "./server/backend.ts";

export const ANSWER_KEY = [0, 1, 2, 3, 0];

/** A well-formed pack of a lesson whose correct answers are `answers`. */
export function lessonPack(lessonId: LessonId, answers: readonly number[] = ANSWER_KEY): LessonPack {
  return {
    courseId: COURSE_ID,
    moduleId: moduleOf(lessonId).id,
    lessonId,
    title: outlineLesson(lessonId).title,
    minutes: outlineLesson(lessonId).minutes,
    objectives: ["Tell a claim from its source"],
    takeaways: ["Check before you pass it on."],
    html: "<p>Check before you pass it on.</p>",
    terms: [],
    sources: [],
    quiz: {
      questions: answers.map((correctAnswer, index) => ({
        question: `What would you check first in case ${index + 1}?`,
        options: ["The source", "The date", "The sum", "The name"],
        explanations: ["It is named", "It may be old", "It may be wrong", "It may be another"],
        correctAnswer,
      })),
    },
  };
}

/** Publishes as the content publisher does: an upsert by the service role. */
export async function publishLesson(
  backend: Pick<TestBackend, "service">,
  lessonId: LessonId,
  version = 1,
  answers: readonly number[] = ANSWER_KEY,
): Promise<void> {
  const pack = lessonPack(lessonId, answers);
  const { error } = await backend
    .service()
    .from("lessons")
    .upsert({
      course_id: COURSE_ID,
      lesson_id: lessonId,
      version,
      hash: version.toString(16).padStart(64, "0"),
      bytes: Buffer.byteLength(JSON.stringify(pack)),
      is_preview: lessonId === PREVIEW_LESSON_ID,
      pack,
    });
  if (error) throw error;
}
