import { COURSE } from "../../../src/domain/course/course.ts";
import { PREVIEW_LESSON_ID } from "../../../src/domain/ids.ts";

/** A lesson of the outline as public.publish_outline expects it. */
export type OutlineRow = { lesson_id: string; module_id: string; is_preview: boolean };

/** The lessons of the course in order, for the database, which knows the outline only from here. */
export function outlineRows(): OutlineRow[] {
  return COURSE.modules.flatMap((module) =>
    module.lessons.map(({ id }) => ({
      lesson_id: id,
      module_id: module.id,
      is_preview: id === PREVIEW_LESSON_ID,
    })),
  );
}
