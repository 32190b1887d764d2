import type { Root } from "mdast";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import type { LessonId } from "../../../src/domain/ids.ts";
import type { LessonSource } from "../lesson/lessonSource.ts";
import type { Measures } from "./measure.ts";

/** A lesson that has a text, compiled or not. */
export type LessonUnderTest = {
  lessonId: LessonId;
  source: LessonSource;
  tree: Root;
  /** Every word of the lesson, its sheets and its labs. */
  text: string;
  measures: Measures;
  /** Null while the lesson has errors. */
  pack: LessonPack | null;
};

/** Returns the violations of this rule as messages, with a line where the error has a single location. */
export type Rule = (lesson: LessonUnderTest) => (string | { line: number; message: string })[];
