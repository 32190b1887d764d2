import { memo, useDeferredValue, useMemo } from "react";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { useNotes } from "../../db/synced/notes.ts";
import { COURSE } from "../../domain/course/course.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { once } from "../../domain/once.ts";
import { paths } from "../../domain/paths.ts";
import { entryOf, search } from "../../domain/search/search.ts";
import { nearQueries } from "../../domain/search/searchNear.ts";
import { cleanLine } from "../../domain/text/typedText.ts";
import type { Note } from "../../entities/note/note.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { useAddressState } from "../../ui/page/useAddressState.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ResultGroup } from "./ResultGroup.tsx";
import { readQuery, SearchBox, writeQuery } from "./SearchBox.tsx";
import { type CourseEntry, type Group, grouped, openEntries, useLessonIndex } from "./useLessonIndex.ts";

type Props = {
  /** The lessons that this user may not read. Null while loading. */
  isLocked: ((lessonId: LessonId) => boolean) | null;
  signedIn: boolean;
};

/** Searches the lessons on this device, their glossary and the learner's notes, with or without a connection. */
export function SearchPage({ isLocked, signedIn }: Props) {
  const { asked, changed, change, settle } = useAddressState({ read: readQuery, write: writeQuery });
  const typed = changed ?? asked;
  return (
    <div className="paper page flex max-w-5xl flex-col gap-7 py-8">
      <header className="flex flex-col gap-3">
        <p translate="no" className="eyebrow">
          {COURSE.title}
        </p>
        <h1>Search the course</h1>
      </header>
      <SearchBox value={typed} onChange={change} onSettle={settle} />
      {isLocked ? (
        <Findings typed={typed} locked={LESSON_IDS.filter(isLocked)} signedIn={signedIn} />
      ) : (
        <Spinner label="Opening the lessons…" />
      )}
    </div>
  );
}

type FindingsProps = { typed: string; locked: LessonId[]; signedIn: boolean };

function Findings({ typed, locked, signedIn }: FindingsProps) {
  const lessons = useLessonPacks();
  const packs = lessons.status === "ready" ? lessons.packs : null;
  const index = useLessonIndex(packs);
  const stored = useNotes();
  const notes = stored.status === "ready" ? stored.notes : null;
  const lockedKey = locked.join();
  const entries = useMemo(() => {
    if (!index || !notes) return null;
    const closed = new Set(LESSON_IDS.filter((id) => lockedKey.split(",").includes(id)));
    const open = new Set(index.map(({ lessonId }) => lessonId).filter((id) => !closed.has(id)));
    return [...openEntries(index, closed), ...noteEntries(notes, (id) => open.has(id))];
  }, [index, notes, lockedKey]);
  const wanted = useDeferredValue(cleanLine(typed));
  const { groups, count } = useFound(entries, wanted);

  if (!packs || !entries) return <Spinner label="Opening the lessons…" />;
  const here = new Set(packs.map(({ lessonId }) => lessonId));
  const absent = LESSON_IDS.filter((id) => !here.has(id) && !locked.includes(id));
  if (entries.length === 0) return <NoLessons />;
  return (
    <>
      <p role="status" className="-mt-2 font-display text-xl font-semibold empty:hidden">
        {wanted !== "" && (count === 1 ? "1 result" : `${count} results`)}
      </p>
      <SearchScope absent={absent} locked={locked} signedIn={signedIn} />
      {wanted === "" && <Advice signedIn={signedIn} />}
      {wanted !== "" && count === 0 && <NothingFound entries={entries} wanted={wanted} />}
      <ResultList groups={groups} />
    </>
  );
}

const ResultList = memo(({ groups }: { groups: readonly Group[] }) => (
  <div className="empty:hidden">
    {groups.map((group) => (
      <ResultGroup key={group.lessonId ?? "glossary"} group={group} />
    ))}
  </div>
));

function Advice({ signedIn }: { signedIn: boolean }) {
  return (
    <p className="max-w-prose text-lg text-muted">
      Finds words in the lessons on this device, their sheets
      {signedIn ? ", the glossary and your notes" : " and the glossary"}. It works without a connection, and
      your searches stay on this device. Put words in “quotes” to find an exact phrase.
    </p>
  );
}

function NoLessons() {
  return (
    <EmptyState
      title="There are no lessons on this device yet"
      seed="search"
      action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
    >
      <p>Lessons download to this device while you are online. Then you can search them, even offline.</p>
    </EmptyState>
  );
}

type NothingFoundProps = { entries: readonly CourseEntry[]; wanted: string };

function NothingFound({ entries, wanted }: NothingFoundProps) {
  const near = nearQueries(entries, wanted);
  return (
    <EmptyState title="No results for all of these words" seed="nothing found">
      {near.length > 0 && (
        <div className="mb-4 text-ink">
          <p id="near">These searches have results:</p>
          <ul aria-labelledby="near" className="mt-1 flex flex-wrap justify-center gap-x-6">
            {near.map((query) => (
              <li key={query}>
                <TextLink
                  to={paths.search(query)}
                  replace
                  preventScrollReset
                  onClick={() => focusMain({ preventScroll: true })}
                  className="inline-flex min-h-11 items-center"
                >
                  {query}
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p>
        Try fewer words, or another word for the same thing. The{" "}
        <TextLink to={paths.glossary()}>glossary</TextLink> lists the terms that the course explains.
      </p>
    </EmptyState>
  );
}

const LIST = once(() => new Intl.ListFormat("en-GB"));

type SearchScopeProps = { absent: readonly LessonId[]; locked: readonly LessonId[]; signedIn: boolean };

/**
 * Says which lessons the search does not cover and how to include them. Renders nothing if it covers the whole course.
 */
function SearchScope({ absent, locked, signedIn }: SearchScopeProps) {
  if (absent.length + locked.length === 0) return null;
  return (
    <div className="flex max-w-prose flex-col gap-2 rounded-card border border-line bg-sunken p-4">
      {locked.length > 0 && (
        <p>
          {lessons(locked)} {locked.length === 1 ? "is" : "are"} for enrolled learners and{" "}
          {locked.length === 1 ? "is" : "are"} not searched.
        </p>
      )}
      {absent.length > 0 && (
        <p>
          {lessons(absent)} {absent.length === 1 ? "is" : "are"} not on this device, so{" "}
          {absent.length === 1 ? "it was" : "they were"} not searched.{" "}
          <TextLink to={signedIn ? paths.device() : paths.course(absent[0])}>
            {signedIn ? "Manage downloads" : "Get the preview"}
          </TextLink>
        </p>
      )}
    </div>
  );
}

/** "Lesson 4", "Lessons 4, 5 and 9", or "Lessons 2 to 11" for more than two consecutive ones. */
function lessons(ids: readonly LessonId[]): string {
  if (ids.length === 1) return `Lesson ${ids[0]}`;
  const [first, last] = [Number(ids[0]), Number(ids.at(-1))];
  const isRow = ids.length > 2 && last - first === ids.length - 1;
  return isRow ? `Lessons ${first} to ${last}` : `Lessons ${LIST().format(ids)}`;
}

/**
 * Search entries for the learner's notes and highlights, without deleted ones. Each links to its place in the lesson if
 * that can be opened here, otherwise to its entry on the notes page.
 */
function noteEntries(notes: readonly Note[], canOpen: (lessonId: LessonId) => boolean): CourseEntry[] {
  return notes
    .filter(({ current }) => !current.deleted)
    .map(({ current: { noteId, lessonId, body, anchor } }) =>
      entryOf({
        kind: "section",
        lessonId,
        heading: "",
        label: body ? "Your note" : "Your highlight",
        text: [body, anchor && (body ? `“${anchor.quote}”` : anchor.quote)].filter(Boolean).join(" · "),
        to: canOpen(lessonId)
          ? paths.course(lessonId, { part: `note-${noteId}` })
          : `${paths.notes()}#note-${noteId}`,
      }),
    );
}

/**
 * The entries that match the query, grouped. Memoised, so that the result is the same object as long as neither input
 * changes.
 */
function useFound(
  entries: readonly CourseEntry[] | null,
  wanted: string,
): { groups: Group[]; count: number } {
  return useMemo(() => {
    const hits = search(entries ?? [], wanted);
    return { groups: grouped(hits), count: hits.length };
  }, [entries, wanted]);
}
