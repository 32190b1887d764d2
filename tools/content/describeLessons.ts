import { canonicalJson } from "../../src/domain/canonicalJson.ts";
import type { LessonPack } from "../../src/domain/pack.ts";

const TAG = /<[^>]+>/g;
const BYTES_PER_KB = 1024;
const COLUMN = 11;

/** One line per lesson: number, words, minutes, questions, size and title. */
export function describeLessons(packs: LessonPack[]): string {
  const lines = packs.map((pack) => {
    const kilobytes = Buffer.byteLength(canonicalJson(pack), "utf8") / BYTES_PER_KB;
    const figures = [countWords(pack.html), pack.minutes, pack.quiz.questions.length, kilobytes.toFixed(1)];
    return [
      pack.lessonId.padStart(6),
      ...figures.map((each) => String(each).padStart(COLUMN)),
      `  ${pack.title}`,
    ].join("");
  });
  const heads = ["words", "minutes", "questions", "KB"].map((head) => head.padStart(COLUMN)).join("");
  return [`lesson${heads}  title`, ...lines].join("\n");
}

/** The words that a reader sees, folded answers included. */
export function countWords(html: string): number {
  return html.replace(TAG, " ").split(/\s+/).filter(Boolean).length;
}
