import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS } from "../../domain/plans.ts";
import { formatWholePounds } from "../../domain/pricing.ts";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { OfferCard } from "../../ui/OfferCard.tsx";
import { ModuleCard } from "./ModuleCard.tsx";
import { WhyChoose } from "./WhyChoose.tsx";

const FACTS = [
  [`${COURSE.days} days`, "at your own pace"],
  [`${LESSON_MINUTES} minutes`, "a day"],
  [`${TOTAL_LESSONS} lessons`, `in ${COURSE.modules.length} modules`],
  [COURSE.level, "level"],
] as const;

export function Component() {
  return (
    <>
      <section className="page flex flex-col items-start gap-6 py-12 lg:py-16">
        <p className="eyebrow">{COURSE.programme}</p>
        <h1>{COURSE.title}</h1>
        <p className="max-w-[40rem] text-xl leading-relaxed text-muted">
          Half an hour a day, with cases from real life, something to do in every lesson and a short quiz at
          its end. No AI account and no technical background needed.
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.pricing("student")} size="large">
            Enroll as a student
          </LinkButton>
          <LinkButton to={paths.course(PREVIEW_LESSON_ID)} variant="secondary" size="large">
            Read lesson 1 free
          </LinkButton>
        </div>
        <FactList facts={FACTS} className="mt-4 w-full border-t border-line pt-6" />
      </section>
      <section
        id="modules"
        aria-labelledby="modules-title"
        className="scroll-mt-6 border-y border-line bg-sunken"
      >
        <div className="page py-16">
          <h2 id="modules-title">Course Modules</h2>
          <ul className="mt-8 grid gap-6 md:grid-cols-2">
            {COURSE.modules.map((module) => (
              <ModuleCard key={module.id} module={module} />
            ))}
          </ul>
        </div>
      </section>
      <div className="page grid gap-12 py-16 lg:grid-cols-[7fr_5fr]">
        <WhyChoose />
        <section aria-labelledby="price" className="flex flex-col gap-5">
          <h2 id="price">What it costs</h2>
          <OfferCard
            title={TIER_PLANS.student.label}
            price={formatWholePounds(TIER_PLANS.student.pricePence.full)}
            priceNote="plus VAT, in full"
            features={TIER_PLANS.student.features}
            action={
              <LinkButton to={paths.pricing("student")} size="large">
                Choose this plan
              </LinkButton>
            }
          />
        </section>
      </div>
    </>
  );
}
