import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS } from "../../domain/plans.ts";
import { formatWholePounds } from "../../domain/pricing.ts";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { OfferCard } from "../../ui/OfferCard.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";
import { HowItWorks } from "./HowItWorks.tsx";
import { Outline } from "./Outline.tsx";

const FACTS = [
  [`${COURSE.days} days`, `${LESSON_MINUTES} minutes a day`],
  [`${TOTAL_LESSONS} lessons`, `in ${COURSE.modules.length} modules`],
  ["Beginner", "to Intermediate"],
] as const;

export function Component() {
  return (
    <>
      <section className="page grid items-stretch gap-10 py-12 lg:grid-cols-[7fr_5fr] lg:py-20">
        <div className="flex flex-col items-start gap-6">
          <p className="eyebrow">
            {COURSE.title} · {COURSE.programme}
          </p>
          <h1>Learn to use AI well, and to question it</h1>
          <p className="max-w-[38rem] text-xl leading-relaxed text-muted">
            A course for people who meet AI at work, in their studies or in their community: what it is, how
            to check what it says, which rules apply, and whose ethics it follows.
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <LinkButton to={paths.academy()} size="large">
              Enroll now
            </LinkButton>
            <TextLink
              to={paths.course(PREVIEW_LESSON_ID)}
              className="inline-flex min-h-11 items-center font-semibold"
            >
              Read lesson 1 free
            </TextLink>
          </div>
          <FactList facts={FACTS} className="mt-4 w-full border-t border-line pt-6" />
        </div>
        <ThreadPattern
          seed="the whole cloth"
          lanes={13}
          steps={9}
          className="h-44 w-full rounded-card lg:h-full"
        />
      </section>
      <Outline />
      <HowItWorks />
      <section aria-labelledby="price" className="page grid gap-10 py-16 lg:grid-cols-[7fr_5fr]">
        <div className="flex flex-col gap-5">
          <p className="eyebrow">Price</p>
          <h2 id="price">One payment, and the course is yours to study</h2>
          <p className="max-w-[38rem] text-lg">
            Students pay {formatWholePounds(TIER_PLANS.student.pricePence.full)} plus VAT, once. You do not
            need an account to buy: after payment we email you a temporary password, and you choose your own
            when you sign in.
          </p>
          <p className="max-w-[38rem] text-lg">
            You will be asked for your student ID. Your card details are entered on our payment provider's own
            page and never reach us.
          </p>
        </div>
        <OfferCard
          title={TIER_PLANS.student.label}
          price={formatWholePounds(TIER_PLANS.student.pricePence.full)}
          priceNote="plus VAT, in full"
          features={TIER_PLANS.student.features}
          action={
            <LinkButton to={paths.pricing("student")} size="large">
              See the student price
            </LinkButton>
          }
        />
      </section>
    </>
  );
}
