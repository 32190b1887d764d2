import { memo } from "react";
import { LAB_FORMS, LAB_GROUPS } from "../../../domain/course/labState.ts";
import type { LessonPack, Sheet, SourceLabel } from "../../../domain/course/pack.ts";
import { paths } from "../../../domain/paths.ts";
import { Card } from "../../../ui/Card.tsx";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";

/** Apart, because the pictures of the labs would otherwise load with every lesson. */
const LabCards = lazyPart(() => import("../course/LabCards.tsx"));

type LabsProps = {
  pack: LessonPack;
  signedIn: boolean;
  /** In the free lesson, for those who do not have the course. */
  areFree: boolean;
};

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

/** The labs, tasks and topics of a lesson. Not rendered again with every step. */
export const LessonLabs = memo(function LessonLabs({ pack, signedIn, areFree }: LabsProps) {
  const { lessonId, labs = [] } = pack;
  return (
    <>
      {LAB_FORMS.map((form) => {
        const group = labs.filter(({ kind = "lab" }) => kind === form);
        return (
          group.length > 0 && (
            <section
              key={form}
              aria-labelledby={`${form}s-title`}
              className="flex max-w-prose flex-col gap-3 print:hidden"
            >
              <h2 id={`${form}s-title`} className="text-2xl">
                {LAB_GROUPS[form]}
              </h2>
              {areFree && <p>Free to try, without an account and with nothing to install.</p>}
              <LabCards labs={group.map((lab) => ({ ...lab, lessonId }))} signedIn={signedIn} />
            </section>
          )
        );
      })}
    </>
  );
});

/** The last sections of a lesson: sheets, terms and sources. Not rendered again with every step. */
export const LessonAftermath = memo(function LessonAftermath({ pack }: { pack: LessonPack }) {
  const { sheets = [] } = pack;
  return (
    <>
      {sheets.length > 0 && <SheetList sheets={sheets} />}
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

function SheetList({ sheets }: { sheets: readonly Sheet[] }) {
  return (
    <section aria-labelledby="sheets-title" className="print:hidden">
      <h2 id="sheets-title" className="text-2xl">
        Sheets to keep
      </h2>
      <ul className="mt-3 flex max-w-prose flex-col gap-3">
        {sheets.map(({ name, title, purpose }) => (
          <li key={name}>
            <TextLink to={paths.sheet(name)} className="font-semibold">
              {title}
            </TextLink>
            <span className="block text-muted">{purpose}</span>
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
