import type { Element } from "hast";
import type { LessonId } from "../../../src/domain/ids.ts";
import type { CourseIndex } from "../courseIndex.ts";

/** The context of a lesson's body or sheet: everything to which the text may refer. */
export type TextContext = {
  kind: "lesson" | "sheet" | "lab";
  /** Undefined when the folder's name does not match a lesson of the course. */
  lessonId: LessonId | undefined;
  /** The source text, including the front matter. */
  source: string;
  /** The drawings in the lesson's folder, by file name. */
  drawings: ReadonlyMap<string, Element>;
  /** The terms in the lesson's front matter as written; null when the front matter could not be read. */
  ownTerms: ReadonlySet<string> | null;
  course: CourseIndex;
  /** The lab, task or topic that the text belongs to, and the data of a lab. */
  lab?: { name: string; data: unknown };
};

export type Complain = (line: number, message: string) => void;
