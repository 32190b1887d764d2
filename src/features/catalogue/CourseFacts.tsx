import type { CatalogueEntry } from "../../domain/catalogueEntry.ts";

/** How long, how much, how hard: one line where there is room. */
export function CourseFacts({ entry }: { entry: CatalogueEntry }) {
  const facts = [entry.duration, `${entry.modules} modules`, entry.level];
  return (
    // A dot stands before each fact; the one that would begin a line is pushed out and cut off.
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
