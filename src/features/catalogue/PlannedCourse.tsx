import type { ComingSoonEntry } from "../../domain/catalogueEntry.ts";
import { formatWholePounds } from "../../domain/pricing.ts";
import { Button } from "../../ui/Button.tsx";
import { CourseFacts } from "./CourseFacts.tsx";
import { CoursePattern } from "./CoursePattern.tsx";

/** A planned course. Its design is quieter than that of an available course. */
export function PlannedCourse({ entry }: { entry: ComingSoonEntry }) {
  return (
    <article
      aria-labelledby={entry.id}
      className="grid grid-cols-1 gap-x-6 gap-y-4 border-t border-line py-6 sm:grid-cols-[6rem_1fr_auto]"
    >
      <CoursePattern entry={entry} lanes={4} steps={3} className="hidden size-24 rounded-card sm:block" />
      <div className="flex flex-col gap-1.5">
        <p className="eyebrow">{entry.category}</p>
        <h3 id={entry.id}>{entry.title}</h3>
        <p className="max-w-[36rem]">{entry.description}</p>
        <CourseFacts entry={entry} />
      </div>
      <div className="flex flex-wrap items-center gap-4 sm:flex-col sm:items-end sm:justify-between">
        <p className="font-display text-3xl font-semibold">{formatWholePounds(entry.pricePence)}</p>
        <Button variant="secondary" disabled>
          Coming Soon
        </Button>
      </div>
    </article>
  );
}
