import type { LessonPack, SourceLabel } from "../../domain/pack.ts";

/** How well a source supports the statement, in plain words. */
const SUPPORT: Record<SourceLabel, string> = {
  P: "Primary text",
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
