import type { LessonPack } from "../../domain/pack.ts";
import { Card } from "../../ui/Card.tsx";
import { LessonText } from "./LessonText.tsx";

/** Objectives, the text, what to carry away, terms and sources of a lesson. */
export function LessonReading({ pack }: { pack: LessonPack }) {
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="objectives-title">
        <h2 id="objectives-title" className="text-2xl">
          After this lesson you can
        </h2>
        <ul className="mt-3 flex list-disc flex-col gap-1 pl-6">
          {pack.objectives.map((objective) => (
            <li key={objective}>{objective}</li>
          ))}
        </ul>
      </section>
      <LessonText html={pack.html} />
      <Card as="section" aria-labelledby="summary-title">
        <h2 id="summary-title" className="text-2xl">
          To carry away
        </h2>
        <p className="mt-3 max-w-prose">{pack.summary}</p>
      </Card>
      {pack.terms.length > 0 && <Terms terms={pack.terms} />}
      {pack.sources.length > 0 && <Sources sources={pack.sources} />}
    </div>
  );
}

function Terms({ terms }: Pick<LessonPack, "terms">) {
  return (
    <section aria-labelledby="terms-title">
      <h2 id="terms-title" className="text-2xl">
        Terms
      </h2>
      <dl className="mt-3 flex max-w-prose flex-col gap-3">
        {terms.map(({ term, definition }) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Sources({ sources }: Pick<LessonPack, "sources">) {
  return (
    <section aria-labelledby="sources-title">
      <h2 id="sources-title" className="text-2xl">
        Sources
      </h2>
      <ul className="mt-3 flex max-w-prose list-disc flex-col gap-2 pl-6 text-muted">
        {sources.map(({ title, date, note }) => (
          <li key={`${title}${date}`}>
            {title}, {date}
            {note && `. ${note}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
