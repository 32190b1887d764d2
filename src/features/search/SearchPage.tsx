import { memo, useDeferredValue, useMemo } from "react";
import { useLessonPacks } from "../../db/lessonPacks.ts";
import { useNotes } from "../../db/notes.ts";
import { COURSE } from "../../domain/course.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { useAddressState } from "../../ui/useAddressState.ts";
import { readQuery, writeQuery } from "./addressQuery.ts";
import { type Group, openEntries } from "./groups.ts";
import { NothingFound } from "./NothingFound.tsx";
import { noteEntries } from "./noteEntries.ts";
import { ResultGroup } from "./ResultGroup.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SearchScope } from "./SearchScope.tsx";
import { useFound } from "./useFound.ts";
import { useLessonIndex } from "./useLessonIndex.ts";

type Props = {
  /** Which lessons this user may not read. Null while loading. */
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
        <p className="eyebrow">{COURSE.title}</p>
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
  const wanted = useDeferredValue(typed.trim());
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
      title="No lesson is on this device yet"
      seed="search"
      action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
    >
      <p>Lessons download to this device while you are online. Then you can search them, even offline.</p>
    </EmptyState>
  );
}
