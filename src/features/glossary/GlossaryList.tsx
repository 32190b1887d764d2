import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import type { GlossaryEntry } from "./glossaryEntries.ts";

export function GlossaryList({ entries }: { entries: readonly GlossaryEntry[] }) {
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
