import { paths } from "../../domain/paths.ts";
import { nearQueries } from "../../domain/searchNear.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { CourseEntry } from "./useLessonIndex.ts";

type Props = { entries: readonly CourseEntry[]; wanted: string };

export function NothingFound({ entries, wanted }: Props) {
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
