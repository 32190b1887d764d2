import { CAPSTONE_SECTIONS, type CapstoneFieldId } from "../../domain/course/capstone.ts";
import { once } from "../../domain/once.ts";
import type { CapstoneTexts } from "../../entities/capstone/capstone.ts";

const LIST = once(() => new Intl.ListFormat("en-GB"));
const MOMENT = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" }));

/** "25 November 2026 at 10:44", in the learner's own time zone. */
export function moment(iso: string): string {
  return MOMENT().format(new Date(iso));
}

export function listed(parts: readonly string[]): string {
  return LIST().format(parts);
}

/** The sections whose text differs. A section without text counts as empty. */
export function changedSections(before: CapstoneTexts, now: CapstoneTexts): ReadonlySet<CapstoneFieldId> {
  return new Set(
    CAPSTONE_SECTIONS.flatMap(({ fieldId }) => (before[fieldId] === now[fieldId] ? [] : [fieldId])),
  );
}
