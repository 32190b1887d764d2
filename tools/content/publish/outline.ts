import { CAPSTONE_FIELD_IDS } from "../../../src/domain/course/capstone.ts";
import { COURSE } from "../../../src/domain/course/course.ts";
import { PREVIEW_LESSON_ID } from "../../../src/domain/ids.ts";
import { lessonOfField } from "../../../src/entities/workbookField/workbookField.ts";

/** A lesson of the outline as public.publish_outline expects it. */
export type OutlineRow = {
  lesson_id: string;
  module_id: string;
  is_preview: boolean;
  /** The workbook fields of the capstone that are in this lesson. */
  capstone_fields: string[];
};

/** The lessons of the course in order, for the database, which knows the outline only from here. */
export function outlineRows(): OutlineRow[] {
  return COURSE.modules.flatMap((module) =>
    module.lessons.map(({ id }) => ({
      lesson_id: id,
      module_id: module.id,
      is_preview: id === PREVIEW_LESSON_ID,
      capstone_fields: CAPSTONE_FIELD_IDS.filter((fieldId) => lessonOfField(fieldId) === id),
    })),
  );
}
