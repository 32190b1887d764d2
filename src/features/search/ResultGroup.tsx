import { Fragment, useEffect, useId, useRef, useState } from "react";
import { outlineLesson } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { markedText, type Piece, snippet } from "../../domain/search/searchSnippet.ts";
import { Button } from "../../ui/Button.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { CourseHit, Group } from "./useLessonIndex.ts";

const SHOWN_FIRST = 4;
const SNIPPET_LENGTH = 180;

/** The results in one lesson or in the glossary: the best ones, and the others on request. */
export function ResultGroup({ group: { lessonId, title, hits } }: { group: Group }) {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = isWhole ? hits : hits.slice(0, SHOWN_FIRST);

  // The pressed button disappears, so the focus moves to the first new result.
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll("a")[SHOWN_FIRST]?.focus();
  }, [isWhole]);

  const name = lessonId ? outlineLesson(lessonId).title : "Glossary";
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-line py-7 md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <header>
        {lessonId && <p className="eyebrow mb-1">Lesson {lessonId}</p>}
        <h2 id={id} className="text-xl">
          <TextLink to={lessonId ? paths.course(lessonId) : paths.glossary()}>
            <Marked pieces={markedText(name, title?.inHeading ?? [])} />
          </TextLink>
        </h2>
      </header>
      {hits.length > 0 && (
        <div className="flex flex-col items-start gap-3">
          <ul ref={list} className="flex flex-col gap-5">
            {shown.map((hit) => (
              <Result key={hit.passage.to} hit={hit} />
            ))}
          </ul>
          {shown.length < hits.length && (
            <Button variant="quiet" onClick={() => setIsWhole(true)}>
              Show {hits.length - shown.length} more
              <span className="sr-only"> in {name}</span>
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Result({ hit: { passage, text, inHeading, inText } }: { hit: CourseHit }) {
  return (
    <li>
      <TextLink to={passage.to} className="font-semibold">
        {passage.heading ? <Marked pieces={markedText(passage.heading, inHeading)} /> : passage.label}
      </TextLink>
      {passage.text && (
        <p className="mt-0.5 max-w-prose text-muted">
          <Marked pieces={snippet(passage.text, text, inText, SNIPPET_LENGTH)} />
        </p>
      )}
    </li>
  );
}

/** A text with the search matches marked. */
function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isHit }, index) => {
    // The pieces have no identity and are never reordered.
    const key = `${index}`;
    if (!isHit) return <Fragment key={key}>{text}</Fragment>;
    return (
      <mark key={key} className="rounded-sm bg-highlight-soft font-semibold text-highlight-ink">
        {text}
      </mark>
    );
  });
}
