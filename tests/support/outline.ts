import { COURSE_ID } from "../../src/domain/ids.ts";
import { type OutlineRow, outlineRows } from "../../tools/content/publish/outline.ts";

/** Fields of the real workbook that tests write without publishing their lessons. */
const FIELDS = ["l01-monday", "l01-start", "l02-check", "l03-case", "l03-prompt", "l10-trace", "l11-mark-1"];

/** One statement that publishes an outline and these fields, for a database that gets no lessons. */
export function publishOutlineSql(rows: OutlineRow[] = outlineRows()): string {
  return `
    with fields as (
      insert into private.workbook_field_ids (course_id, field_id)
      select '${COURSE_ID}', unnest('{${FIELDS.join()}}'::text[]) on conflict do nothing
    )
    select public.publish_outline('${COURSE_ID}', '${JSON.stringify(rows)}')`;
}
