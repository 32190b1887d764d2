import { z } from "zod";
import { COURSE_ID, LESSON_IDS, MODULE_IDS } from "./ids.ts";
import { islandSchema } from "./island.ts";
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

const termSchema = z.object({ term: z.string().min(1), definition: z.string().min(1) });

/** How well a source supports what is said: primary text, two or more independent reports, one report. */
export const SOURCE_LABELS = ["P", "S2", "S1"] as const;
export type SourceLabel = (typeof SOURCE_LABELS)[number];

/** A page of its own that belongs to a lesson and fits one sheet of paper. */
const sheetSchema = z.object({
  /** Its name in addresses, unique over the course. */
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(1),
  /** One line. Plain text. */
  purpose: z.string().min(1),
  html: z.string().min(1),
  islands: z.array(islandSchema),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** Mixed questions on a day after the lesson; each says which lesson it comes back to. */
const reviewSchema = z.object({
  day: z.int().positive(),
  questions: z.array(questionSchema.extend({ recalls: z.enum(LESSON_IDS) })).length(QUESTIONS_PER_QUIZ),
});
export type ReviewSet = z.infer<typeof reviewSchema>;

/** A static file of the site. Its hash is in its name, so what is there never changes. */
const mediaAddress = z.string().regex(/^\/media\/[a-z0-9]+(-[a-z0-9]+)*\.(mp4|webm|vtt)$/);

export const VIDEO_TYPES = ["video/mp4", "video/webm"] as const;

/** A lesson's video, which is no part of the pack's own bytes. */
const videoSchema = z.object({
  src: mediaAddress,
  type: z.enum(VIDEO_TYPES),
  /** Of the video alone. */
  bytes: z.int().positive(),
  /** SHA-256 of the video, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** WebVTT in English. */
  captions: mediaAddress,
});
export type LessonVideo = z.infer<typeof videoSchema>;

/**
 * A lesson as it travels: built from `content/`, stored in `lessons.pack`, installed into IndexedDB. Devices hold
 * packs of the first format, which have none of what is optional here; a pack of a later format is refused.
 */
export const lessonPackSchema = z
  .object({
    format: z.literal(2).optional(),
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
    /**
     * What `html` begins with: whole elements, enough for a first screen, which is painted before the rest. Lessons
     * that a device stored before this existed have none and are painted whole.
     */
    opening: z.string().min(1).optional(),
    /** What stands in the empty elements of `html`. */
    islands: z.array(islandSchema).optional(),
    /** The glossary entries that this lesson introduces. */
    terms: z.array(termSchema),
    /** Entries of other lessons that this one links to, so that they can be read without those lessons. */
    references: z.array(termSchema).optional(),
    sources: z.array(
      z.object({
        title: z.string().min(1),
        date: z.string().min(1),
        label: z.enum(SOURCE_LABELS).optional(),
        note: z.string().optional(),
      }),
    ),
    sheets: z.array(sheetSchema).optional(),
    quiz: z.object({ questions: z.array(questionSchema).length(QUESTIONS_PER_QUIZ) }),
    review: reviewSchema.optional(),
    video: videoSchema.optional(),
    /** What is said and shown in the video. Plain text, a line for each paragraph. */
    transcript: z.string().min(1).optional(),
  })
  .refine(
    ({ html, opening = "" }) => html.startsWith(opening),
    "the opening is not the beginning of the text",
  );
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
/** A row as devices read it when they look for what is published: the video is told beforehand, for its size. */
export const publishedLessonSchema = lessonRowSchema.extend({ video: videoSchema.nullish() });
export type PublishedLesson = z.infer<typeof publishedLessonSchema>;
export const lessonRowWithPackSchema = lessonRowSchema.extend({ pack: lessonPackSchema });
