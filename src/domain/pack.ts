import { z } from "zod";
import { COURSE_ID, LESSON_IDS, MODULE_IDS } from "./ids.ts";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "./quiz.ts";

const questionSchema = z.object({
  question: z.string().min(1),
  options: z.array(z.string().min(1)).length(OPTIONS_PER_QUESTION),
  /** One explanation per option, in the options' order: it teaches whichever was chosen. */
  explanations: z.array(z.string().min(1)).length(OPTIONS_PER_QUESTION),
  /** Index into `options`. */
  correctAnswer: z
    .int()
    .min(0)
    .max(OPTIONS_PER_QUESTION - 1),
});

/** A lesson as it travels: built from `content/`, stored in `lessons.pack`, installed into IndexedDB. */
export const lessonPackSchema = z.object({
  courseId: z.literal(COURSE_ID),
  moduleId: z.enum(MODULE_IDS),
  lessonId: z.enum(LESSON_IDS),
  title: z.string().min(1),
  minutes: z.int().positive(),
  objectives: z.array(z.string().min(1)).min(1),
  /** One paragraph to carry away. Plain text. */
  summary: z.string().min(1),
  /** Sanitised HTML made by the content compiler: no scripts, no inline styles. */
  html: z.string().min(1),
  terms: z.array(z.object({ term: z.string().min(1), definition: z.string().min(1) })),
  sources: z.array(
    z.object({ title: z.string().min(1), date: z.string().min(1), note: z.string().optional() }),
  ),
  quiz: z.object({ questions: z.array(questionSchema).length(QUESTIONS_PER_QUIZ) }),
});
export type LessonPack = z.infer<typeof lessonPackSchema>;
export type QuizQuestion = z.infer<typeof questionSchema>;

/** A row of the `lessons` table as the installer reads it. `hash` is the SHA-256 of the pack's JSON, in hex. */
export const lessonRowSchema = z.object({
  lesson_id: z.enum(LESSON_IDS),
  version: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
  is_preview: z.boolean(),
});
export type LessonRow = z.infer<typeof lessonRowSchema>;
export const lessonRowWithPackSchema = lessonRowSchema.extend({ pack: lessonPackSchema });
