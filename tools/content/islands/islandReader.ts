import type { Table, TableCell } from "mdast";
import type { LessonId } from "../../../src/domain/ids.ts";
import type { Island } from "../../../src/domain/island.ts";
import type { CourseIndex } from "../courseIndex.ts";
import type { Complain } from "../lessonContext.ts";

/** What the reader of one kind of island gets to see of its block. */
type IslandBlock = {
  line: number;
  attributes: Record<string, string>;
  /** The text in square brackets, without formatting. */
  title: string | undefined;
  /** The table in it, for the kinds that hold one. */
  table: Table | undefined;
  /** Names the block within its page. */
  key: string;
  lessonId: LessonId | undefined;
  course: CourseIndex;
  inlineHtml: (cell: TableCell | undefined) => string;
  complain: Complain;
};

/** Reads an island, or reports what is wrong with its block; what `checkBlock` reports is not said again. */
export type IslandReader = (block: IslandBlock) => Island | undefined;
