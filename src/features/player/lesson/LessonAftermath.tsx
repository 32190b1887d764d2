import { memo } from "react";
import { LAB_FORMS, LAB_GROUPS } from "../../../domain/course/labState.ts";
import type { LessonPack, SourceLabel } from "../../../domain/course/pack.ts";
import { paths } from "../../../domain/paths.ts";
import { Card } from "../../../ui/Card.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";

/** What to remember of the lesson. */
export function LessonTakeaways({ takeaways }: Pick<LessonPack, "takeaways">) {
  return (
    <Card as="section" aria-labelledby="takeaways-title">
      <h2 id="takeaways-title" className="text-2xl">
        Key takeaways
      </h2>
      <ul className="mt-3 flex max-w-prose list-disc flex-col gap-2 pl-5">
        {takeaways.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Card>
  );
}

/** The sections below a lesson's last buttons: labs, sheets, terms and sources. Not rendered again with every step. */
export const LessonAftermath = memo(function LessonAftermath({ pack }: { pack: LessonPack }) {
  const { labs = [], sheets = [] } = pack;
  return (
    <>
      {LAB_FORMS.map((form) => (
        <PageList
          key={form}
          id={`${form}s-title`}
          title={LAB_GROUPS[form]}
          pages={labs
            .filter(({ kind = "lab" }) => kind === form)
            .map((lab) => ({ ...lab, to: paths.lab(lab.name) }))}
        />
      ))}
      <PageList
        id="sheets-title"
        title="Sheets to keep"
        pages={sheets.map((sheet) => ({ ...sheet, to: paths.sheet(sheet.name) }))}
      />
      {pack.terms.length > 0 && <Terms terms={pack.terms} />}
      {pack.sources.length > 0 && <LessonSources sources={pack.sources} />}
    </>
  );
});

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

type PageListProps = { id: string; title: string; pages: { to: string; title: string; purpose: string }[] };

/** Links to pages that belong to the lesson, each with what it is for. */
function PageList({ id, title, pages }: PageListProps) {
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby={id} className="print:hidden">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="mt-3 flex max-w-prose flex-col gap-3">
        {pages.map((page) => (
          <li key={page.to}>
            <TextLink to={page.to} className="font-semibold">
              {page.title}
            </TextLink>
            <span className="block text-muted">{page.purpose}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How well a source supports the statement, in plain words. */
const SUPPORT: Record<SourceLabel, string> = {
  P: "Primary source",
  S2: "Two or more reports agree",
  S1: "One report",
};

export function LessonSources({ sources }: Pick<LessonPack, "sources">) {
  return (
    <section aria-labelledby="sources-title">
      <h2 id="sources-title" className="text-2xl">
        Sources
      </h2>
      <ul className="mt-3 flex max-w-prose list-disc flex-col gap-2 pl-6 text-muted">
        {sources.map(({ title, date, label, note }) => (
          <li key={`${title}${date}`}>
            {title}, {date}. {label && <strong>{SUPPORT[label]}.</strong>} {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
