import type { LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { slugOf, termSlug } from "../../domain/text/terms.ts";

export type GlossaryEntry = {
  slug: string;
  term: string;
  definition: string;
  /** The lesson that introduces the term, or null if that lesson is not on this device. */
  lessonId: LessonId | null;
};

/** Every term that these lessons introduce or refer to, once each, alphabetically. */
export function glossaryEntries(packs: readonly LessonPack[]): GlossaryEntry[] {
  const entries = new Map<string, GlossaryEntry>();
  for (const { references = [] } of packs)
    for (const each of references)
      entries.set(termSlug(each.term), { ...each, slug: termSlug(each.term), lessonId: null });
  for (const { terms, lessonId } of packs)
    for (const each of terms)
      entries.set(termSlug(each.term), { ...each, slug: termSlug(each.term), lessonId });
  return [...entries.values()].sort((a, b) => a.term.localeCompare(b.term, "en-GB"));
}

/** The entries whose term or definition contains this text, ignoring diacritics ("maori" finds "Māori"). */
export function filterEntries(entries: readonly GlossaryEntry[], typed: string): GlossaryEntry[] {
  const wanted = slugOf(typed);
  return entries.filter(({ term, definition }) => slugOf(`${term} ${definition}`).includes(wanted));
}
