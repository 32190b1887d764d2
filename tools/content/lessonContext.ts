import type { Element } from "hast";
import type { LessonId } from "../../src/domain/ids.ts";

/** What is around the body of a lesson and may be referred to from it. */
export type LessonContext = {
  /** Path as printed in errors. */
  file: string;
  source: string;
  /** The drawings in the lesson's folder, by file name. */
  drawings: ReadonlyMap<string, Element>;
  /** Every lesson folder of the course, by name. */
  folders: ReadonlyMap<string, LessonId>;
};

export type Complain = (line: number, message: string) => void;
