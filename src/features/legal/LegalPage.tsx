import { useLoaderData } from "react-router-dom";
import type { ProviderFacts } from "../../domain/provider/facts.ts";
import { datedLine, refillLegal } from "../../domain/provider/legalFacts.ts";
import { useFacts } from "../../platform/providerFacts.ts";
import { Prose } from "../../ui/Prose.tsx";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { bodyId, type LegalOpening } from "./legalText.ts";

type Props = {
  /** The day on which the provider last changed this text, if later than the one in the text. */
  updated?: (facts: ProviderFacts) => string | null;
  /** Name of the file in content/legal. */
  name: string;
  eyebrow: string;
  title: string;
  opening: LegalOpening;
};

/** Both rows of the page use these columns. */
const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-x-12 xl:gap-x-16 *:min-w-0 *:wrap-anywhere";

/** A long text with a summary and a table of contents. The route's loader provides the sections. */
export function LegalPage({ name, eyebrow, title, opening, updated }: Props) {
  const text = useLoaderData<string>();
  const facts = useFacts();
  return (
    <article className="page py-12 sm:py-16">
      <header className={`${COLUMNS} gap-y-8 border-b border-line pb-10`}>
        <div className="flex flex-col gap-4">
          <p className="eyebrow">{eyebrow}</p>
          <h1>{title}</h1>
          <p className="text-muted">{datedLine(opening.dated, updated?.(facts) ?? null)}</p>
          <ThreadPattern
            seed={name}
            lanes={4}
            steps={9}
            className="mt-auto hidden h-28 w-full rounded-card lg:block print:hidden"
          />
        </div>
        <section
          aria-labelledby="legal-summary"
          className="rounded-card border border-highlight bg-highlight-soft p-5 sm:p-7"
        >
          <h2 id="legal-summary" className="!text-xl">
            In short
          </h2>
          <Prose html={refillLegal(opening.summary, facts)} className="mt-3" />
        </section>
      </header>
      <div className={`${COLUMNS} gap-y-10 pt-10`}>
        <Contents sections={opening.sections} />
        <div id={bodyId(name)}>
          <Prose html={refillLegal(text, facts)} />
        </div>
      </div>
    </article>
  );
}

function Contents({ sections }: Pick<LegalOpening, "sections">) {
  return (
    <nav
      aria-labelledby="legal-contents"
      className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto print:hidden"
    >
      <h2 id="legal-contents" className="!text-xl">
        On this page
      </h2>
      <ol className="mt-2 sm:columns-2 lg:columns-1">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="flex min-h-11 items-center py-1.5 text-link">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
