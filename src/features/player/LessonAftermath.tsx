import type { LessonPack } from "../../domain/pack.ts";
import { Card } from "../../ui/Card.tsx";
import { LessonSheets } from "./LessonSheets.tsx";
import { LessonSources } from "./LessonSources.tsx";

/** The sections below a lesson's text: summary, sheets, terms and sources. */
export default function LessonAftermath({ pack }: { pack: LessonPack }) {
  return (
    <>
      <Card as="section" aria-labelledby="summary-title">
        <h2 id="summary-title" className="text-2xl">
          Key takeaways
        </h2>
        <p className="mt-3 max-w-prose">{pack.summary}</p>
      </Card>
      {pack.sheets && pack.sheets.length > 0 && <LessonSheets sheets={pack.sheets} />}
      {pack.terms.length > 0 && <Terms terms={pack.terms} />}
      {pack.sources.length > 0 && <LessonSources sources={pack.sources} />}
    </>
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
