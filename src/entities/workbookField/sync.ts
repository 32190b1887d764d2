import * as z from "zod/mini";
import { COURSE_ID, type OpId } from "../../domain/ids.ts";
import { defineEntity } from "../entity.ts";
import { instant, rev, storedInstant, uuid } from "../wire.ts";
import {
  fieldText,
  joinField,
  type StoredField,
  WORKBOOK_FIELD_ID,
  type WorkbookField,
  workbookOp,
} from "./workbookField.ts";

/** The later write of a field wins. The op id identifies a write on all devices. */
export const workbookFieldSync = defineEntity({
  type: "workbook",
  store: "workbook",
  serverTable: "workbook_fields",
  payload: z.object({
    course_id: z.literal(COURSE_ID),
    field_id: z.string().check(z.regex(WORKBOOK_FIELD_ID)),
    value: z.string().check(z.refine((value) => fieldText(value) === value)),
    written_at: instant,
  }),
  wireRow: z.object({
    course_id: z.string(),
    field_id: z.string().check(z.regex(WORKBOOK_FIELD_ID)),
    value: z.string(),
    written_at: instant,
    op_id: uuid,
    rev,
  }),
  keyOf: (row: StoredField) => row.fieldId,
  fromWire: (row): StoredField => ({
    fieldId: row.field_id,
    value: row.value,
    writtenAt: storedInstant(row.written_at),
    opId: row.op_id as OpId, // The schema has checked that it is a UUID.
  }),
  fromOp: ({ field_id, value, written_at }, opId): StoredField => ({
    fieldId: field_id,
    value,
    writtenAt: written_at,
    opId,
  }),
  // A write keeps its op id whichever device sends it, because it must not rank as a new write.
  offers: ({ rival, ...field }: StoredField) => (rival ? [field, rival] : [field]).map(workbookOp),
  joinPulled,
  joinCopy: (mine, copy) => (mine.opId === copy.opId ? mine : joinField(mine, copy)),
  ranked,
});

/** A pulled write that the device already has carries the time by which the server ranks it. */
function joinPulled(mine: StoredField | undefined, theirs: WorkbookField): StoredField {
  if (!mine) return theirs;
  if (mine.opId === theirs.opId) return ranked(mine, theirs.writtenAt);
  if (joinField(mine, theirs) === theirs) return theirs;
  return { ...mine, rival: mine.rival ? joinField(mine.rival, theirs) : theirs };
}

/** The rival replaces the text if the server's time makes the rival the later one. */
function ranked({ rival, ...mine }: StoredField, writtenAt: string): StoredField {
  const field = { ...mine, writtenAt };
  return rival ? joinField(field, rival) : field;
}
