import type { Table, TableCell } from "mdast";
import type { Island } from "../../../src/domain/course/island.ts";
import type { LessonId } from "../../../src/domain/ids.ts";
import type { CourseIndex } from "../courseIndex.ts";
import type { Complain } from "../lesson/lessonContext.ts";

/** The block of an island, as passed to the reader for its kind. */
type IslandBlock = {
  line: number;
  attributes: Record<string, string>;
  /** The text in square brackets, without formatting. */
  title: string | undefined;
  /** The block's table, for the kinds that contain one. */
  table: Table | undefined;
  /** Identifies the block within its page. */
  key: string;
  lessonId: LessonId | undefined;
  course: CourseIndex;
  /** On the page of a lab. */
  lab: { name: string; data: unknown } | undefined;
  inlineHtml: (cell: TableCell | undefined) => string;
  complain: Complain;
};

/** Reads an island, or reports the errors of its block, except those that `checkBlock` reports. */
export type IslandReader = (block: IslandBlock) => Island | undefined;
