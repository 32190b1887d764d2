import type { CatalogueEntry } from "../../domain/catalogueEntry.ts";
import { OpenCourse } from "./OpenCourse.tsx";
import { PlannedCourse } from "./PlannedCourse.tsx";

/** The matching courses: available ones first, then planned ones. An empty group is left out. */
export function CourseList({ entries }: { entries: readonly CatalogueEntry[] }) {
  const open = entries.filter((entry) => !entry.comingSoon);
  const planned = entries.filter((entry) => entry.comingSoon);
  return (
    <>
      {open.length > 0 && (
        <section className="flex flex-col gap-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-2">
            <h2>Open now</h2>
            <p className="text-muted">The whole course at every price, with extras to suit you.</p>
          </div>
          <ul className="grid grid-cols-1 gap-6 lg:grid-cols-3">
            {open.map((entry) => (
              <li key={entry.id}>
                <OpenCourse entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {planned.length > 0 && (
        <section className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[3fr_9fr]">
          <div className="flex flex-col gap-2">
            <h2>Coming soon</h2>
            <p className="text-muted">
              Lengths and prices are as planned. These courses are not on sale yet.
            </p>
          </div>
          <ul className="border-b border-line">
            {planned.map((entry) => (
              <li key={entry.id}>
                <PlannedCourse entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
