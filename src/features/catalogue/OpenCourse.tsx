import type { AvailableEntry } from "../../domain/catalogueEntry.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, type Tier } from "../../domain/plans.ts";
import { formatWholePounds } from "../../domain/pricing.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { CourseFacts } from "./CourseFacts.tsx";
import { CoursePattern } from "./CoursePattern.tsx";

/** A plan that includes more has a denser pattern. */
const WEAVES: Record<Tier, { lanes: number; steps: number }> = {
  student: { lanes: 3, steps: 8 },
  ngo: { lanes: 4, steps: 10 },
  professional: { lanes: 5, steps: 12 },
};

/** An available course, at the price of one tier. */
export function OpenCourse({ entry }: { entry: AvailableEntry }) {
  const tier = TIER_PLANS[entry.tier].label;
  return (
    <article
      aria-labelledby={entry.id}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <CoursePattern entry={entry} {...WEAVES[entry.tier]} className="h-20 w-full shrink-0 lg:h-28" />
      <div className="flex flex-1 flex-col gap-x-8 gap-y-5 p-[min(1.75rem,6vw)] md:flex-row lg:flex-col">
        <div className="flex flex-1 flex-col gap-3">
          <p className="eyebrow">{entry.category}</p>
          <h3 id={entry.id} className="text-2xl">
            {entry.title} <span className="mt-1 block font-normal text-muted">{tier}</span>
          </h3>
          <CourseFacts entry={entry} />
          <p>{entry.description}</p>
        </div>
        <div className="flex flex-col gap-4 md:items-end md:justify-between lg:items-start">
          <p className="font-display text-5xl font-semibold">{formatWholePounds(entry.pricePence)}</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={entry.checkoutLink}>
              Enroll Now <span className="sr-only">for {tier}</span>
            </LinkButton>
            <LinkButton to={paths.academy()} variant="secondary">
              Learn More{" "}
              <span className="sr-only">
                about {entry.title} for {tier}
              </span>
            </LinkButton>
          </div>
        </div>
      </div>
    </article>
  );
}
