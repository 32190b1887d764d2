import { useDeferredValue, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { COURSE } from "../../domain/course/course.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { slugOf, termSlug } from "../../domain/text/terms.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

type Props = {
  /** The lessons that this user may not read. Null while loading. */
  isLocked: ((lessonId: LessonId) => boolean) | null;
};

/** The glossary of all lessons that are on this device and readable by this user. */
export function GlossaryPage({ isLocked }: Props) {
  const lessons = useLessonPacks();
  const { hash } = useLocation();
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const packs = lessons.status === "ready" && isLocked ? lessons.packs : null;
  const isReady = packs !== null;

  // The browser looked for the entry before the list was rendered.
  useEffect(() => {
    if (!isReady || hash === "") return;
    const entry = document.getElementById(decodeURIComponent(hash.slice(1)));
    entry?.scrollIntoView();
    entry?.focus({ preventScroll: true });
  }, [isReady, hash]);

  if (!packs || !isLocked) return <Spinner label="Opening the glossary…" />;
  const entries = glossaryEntries(packs.filter(({ lessonId }) => !isLocked(lessonId)));
  const found = filterEntries(entries, wanted);
  return (
    <div className="paper page flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <p className="eyebrow">
          <span className="hidden print:inline">{SITE.name} · </span>
          {COURSE.title}
        </p>
        <h1>Glossary</h1>
        <p className="max-w-prose text-lg text-muted print:hidden">
          The terms explained in the lessons that are on this device and open to you. For anything else,{" "}
          <TextLink to={paths.search()}>search the lessons</TextLink>.
        </p>
      </header>
      {entries.length === 0 ? (
        <EmptyState
          title="There are no lessons on this device yet"
          seed="glossary"
          action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
        />
      ) : (
        <>
          <Field label="Find a term" className="max-w-md print:hidden">
            {({ required: _, ...control }) => (
              <TextInput
                {...control}
                type="search"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <p role="status" className="-mt-5 text-muted print:hidden">
            {found.length === 1 ? "1 term" : `${found.length} terms`}
            {wanted !== "" && ` of ${entries.length}`}
          </p>
          <Letters entries={found} />
          <GlossaryList entries={found} />
        </>
      )}
    </div>
  );
}

/** Links to the first term of each letter. */
function Letters({ entries }: { entries: readonly GlossaryEntry[] }) {
  return (
    <nav aria-label="Letters" className="-my-5 print:hidden">
      <ul className="flex flex-wrap">
        {lettersOf(entries).map(({ letter, slug }) => (
          <li key={letter}>
            <a href={`#${slug}`} className="text-link inline-flex size-11 items-center">
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function GlossaryList({ entries }: { entries: readonly GlossaryEntry[] }) {
  return (
    <dl className="flex flex-col">
      {entries.map(({ slug, term, definition, lessonId }) => (
        <div
          key={slug}
          id={slug}
          tabIndex={-1}
          className="grid scroll-mt-6 gap-x-8 gap-y-1 border-t border-line py-4 sm:grid-cols-[14rem_minmax(0,1fr)] print:break-inside-avoid"
        >
          <dt className="font-display text-xl leading-snug font-semibold">{term}</dt>
          <dd className="max-w-prose">
            {definition}
            {lessonId && (
              <p className="mt-1 text-base print:hidden">
                <TextLink to={paths.course(lessonId)}>Lesson {lessonId}</TextLink>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type GlossaryEntry = {
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

/** The letters with which terms begin, without diacritics, each with its first term. */
export function lettersOf(entries: readonly GlossaryEntry[]): { letter: string; slug: string }[] {
  const letterOf = ({ slug }: GlossaryEntry) => slug.charAt(0).toUpperCase();
  const firsts = entries.filter(
    (each, at) => entries.findIndex((one) => letterOf(one) === letterOf(each)) === at,
  );
  return firsts.map((each) => ({ letter: letterOf(each), slug: each.slug }));
}

/** The entries whose term or definition contains this text, ignoring diacritics ("maori" finds "Māori"). */
export function filterEntries(entries: readonly GlossaryEntry[], typed: string): GlossaryEntry[] {
  const wanted = slugOf(typed);
  return entries.filter(({ term, definition }) => slugOf(`${term} ${definition}`).includes(wanted));
}
