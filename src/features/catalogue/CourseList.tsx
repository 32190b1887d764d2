import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import type {
  AvailableEntry,
  CatalogueEntry,
  Category,
  ComingSoonEntry,
} from "../../domain/sales/catalogue.ts";
import { TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";
import { breakDownPrice, formatPence, formatWholePounds } from "../../domain/sales/pricing.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { PriceNote } from "../../ui/OfferCard.tsx";
import { type ThreadColour, ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { InterestForm } from "./InterestForm.tsx";

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
            <p className="text-muted">Every option includes the whole course, with extras to suit you.</p>
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
              Durations and prices are provisional. These courses are not on sale yet. Leave your address, and
              we write to you once, when the course opens. Our{" "}
              <TextLink to={paths.privacy()}>privacy policy</TextLink> says what we keep.
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

/** The more a plan includes, the denser its pattern. */
const WEAVES: Record<Tier, { lanes: number; steps: number }> = {
  student: { lanes: 3, steps: 8 },
  ngo: { lanes: 4, steps: 10 },
  professional: { lanes: 5, steps: 12 },
};

/** An available course, at the price of one tier. */
function OpenCourse({ entry }: { entry: AvailableEntry }) {
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
          <div>
            <p translate="no" className="font-display text-5xl font-semibold">
              {formatWholePounds(entry.pricePence)}
            </p>
            <PriceNote total={totalOf(entry)} isPerLearner className="mt-2" />
          </div>
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

const totalOf = ({ pricePence }: CatalogueEntry) => formatPence(breakDownPrice(pricePence).totalPence);

/** A planned course. Its design is quieter than that of an available course. */
function PlannedCourse({ entry }: { entry: ComingSoonEntry }) {
  return (
    <article
      aria-labelledby={entry.id}
      className="grid grid-cols-1 gap-x-6 gap-y-4 border-t border-line py-6 sm:grid-cols-[6rem_1fr_10rem]"
    >
      <CoursePattern entry={entry} lanes={4} steps={3} className="hidden size-24 rounded-card sm:block" />
      <div className="flex flex-col gap-1.5">
        <p className="eyebrow">{entry.category}</p>
        <h3 id={entry.id} className="scroll-mt-16">
          {entry.title}
        </h3>
        <p className="max-w-[36rem]">{entry.description}</p>
        <CourseFacts entry={entry} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 sm:flex-col sm:items-end">
        <div className="sm:text-right">
          <p translate="no" className="font-display text-3xl font-semibold">
            {formatWholePounds(entry.pricePence)}
          </p>
          <PriceNote total={totalOf(entry)} className="text-base" />
        </div>
        <Button variant="secondary" disabled>
          Coming Soon
        </Button>
      </div>
      <div className="sm:col-start-2 sm:col-end-4">
        <InterestForm courseId={entry.id} title={entry.title} />
      </div>
    </article>
  );
}

/** Each category has its own colours, so that visitors can distinguish the categories before reading. */
const PALETTES: Record<Category, readonly ThreadColour[]> = {
  "Core Program": ["clay", "indigo", "ochre", "forest", "ink"],
  Compliance: ["indigo", "indigo", "ochre"],
  Ethics: ["clay", "ochre", "clay", "forest"],
  "Risk Management": ["ochre", "ink", "ochre", "clay"],
  "Industry-Specific": ["forest", "forest", "indigo"],
};

type PatternProps = { entry: CatalogueEntry; lanes: number; steps: number; className: string };

function CoursePattern({ entry, ...rest }: PatternProps) {
  return <ThreadPattern seed={entry.id} palette={PALETTES[entry.category]} {...rest} />;
}

/** The duration, size and level of a course, on one line if there is room. */
function CourseFacts({ entry }: { entry: CatalogueEntry }) {
  const lessons = entry.comingSoon ? [] : [`${TOTAL_LESSONS} lessons`];
  const facts = [entry.duration, `${entry.modules} modules`, ...lessons, entry.level];
  return (
    // A dot precedes each item. A dot that would begin a line is moved outside the box and clipped.
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
