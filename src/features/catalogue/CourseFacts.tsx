import type { CatalogueEntry } from "../../domain/catalogueEntry.ts";

/** Duration, size and level of a course, on one line if there is room. */
export function CourseFacts({ entry }: { entry: CatalogueEntry }) {
  const facts = [entry.duration, `${entry.modules} modules`, entry.level];
  return (
    // A dot precedes each fact. A dot that would begin a line is moved outside the box and clipped.
    <div className="overflow-hidden">
      <ul className="-ml-5 flex flex-wrap text-muted">
        {facts.map((fact) => (
          <li
            key={fact}
            className="before:inline-block before:w-5 before:text-center before:content-['·'/'']"
          >
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}
