import { Fragment } from "react";
import { Link } from "react-router-dom";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { FAQ } from "../../domain/sales/faq.ts";
import { TIER_PLANS, TIERS, type Tier } from "../../domain/sales/plans.ts";
import { breakDownPrice, formatWholePounds } from "../../domain/sales/pricing.ts";
import { Accordion } from "../../ui/Disclosure.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Audiences } from "./Audiences.tsx";
import { Challenge } from "./Challenge.tsx";
import { PluralEthics } from "./Ethics.tsx";
import { Founder } from "./Founder.tsx";
import { Looks } from "./Looks.tsx";
import { Pricing } from "./Pricing.tsx";
import { Proof } from "./Proof.tsx";
import { Solution } from "./Solution.tsx";
import { Standards } from "./Standards.tsx";
import { Tools } from "./Tools.tsx";
import { TryIt } from "./TryIt.tsx";

/** The page `/`: what can go wrong, what the course does about it, what it costs and who is behind it. */
export function Component() {
  return (
    // At 200 % text size on a narrow phone, a long word must break instead of widening its column.
    <div className="wrap-anywhere">
      <Hero />
      <Looks />
      <Challenge />
      <Solution />
      <Audiences />
      <Founder />
      <Pricing />
      <Tools />
      <Standards />
      <PluralEthics />
      <Proof />
      <Questions />
      <Closing />
    </div>
  );
}

const FACTS = [
  [`${COURSE.days} days`, `${LESSON_MINUTES} minutes a day`],
  [`${TOTAL_LESSONS} lessons`, `in ${COURSE.modules.length} modules`],
  [COURSE.level, "level"],
] as const;

const BUYERS: Record<Tier, string> = { student: "students", ngo: "NGOs", professional: "professionals" };

function Hero() {
  return (
    <section>
      <div className="page grid gap-x-16 gap-y-10 py-10 sm:py-14 lg:grid-cols-[7fr_5fr] lg:py-16">
        <div className="flex flex-col items-start gap-6 lg:sticky lg:top-8 lg:self-start">
          <p className="eyebrow">
            {COURSE.title} · {COURSE.programme}
          </p>
          <h1 className="text-hero tracking-tight">Learn to use AI well, and to question it</h1>
          <p className="max-w-[36rem] text-xl leading-relaxed text-muted">
            A course with a certificate: what AI is, how to check what it says, which rules apply, and whose
            ethics it follows.
          </p>
          <div className="flex flex-wrap items-center gap-x-7 gap-y-3">
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
          <FactList facts={FACTS} className="mt-2 w-full border-t border-line pt-5" />
          <ul className="flex flex-wrap gap-x-6">
            {TIERS.map((tier) => (
              <li key={tier}>
                <strong translate="no">{formatWholePounds(TIER_PLANS[tier].pricePence.full)}</strong>{" "}
                <span>for {BUYERS[tier]}</span>
              </li>
            ))}
            <li className="text-muted">
              per learner, plus VAT:{" "}
              {TIERS.map((tier, index) => (
                <Fragment key={tier}>
                  {["", ", ", " and "][index]}
                  <span translate="no">
                    {formatWholePounds(breakDownPrice(TIER_PLANS[tier].pricePence.full).totalPence)}
                  </span>
                </Fragment>
              ))}{" "}
              in total
            </li>
          </ul>
        </div>
        <TryIt />
      </div>
    </section>
  );
}

/** The academy page has all, marked up for search engines, which want that once in a site. */
const ITEMS = FAQ.filter(({ isSaidOnLanding }) => !isSaidOnLanding).map(({ question, answer }) => ({
  title: question,
  content: <p className="max-w-[40rem]">{answer}</p>,
}));

function Questions() {
  return (
    <section
      aria-labelledby="questions"
      className="page grid gap-x-16 gap-y-8 pb-section lg:grid-cols-[4fr_8fr]"
    >
      <h2 id="questions" className="text-(length:--size-h1) leading-[1.08]">
        Questions and answers
      </h2>
      <Accordion items={ITEMS} headingLevel={3} className="border-t border-line" />
    </section>
  );
}

/** Links and focus in the text colour, because the usual indigo is unreadable on terracotta. */
const LINK =
  "inline-flex min-h-11 items-center underline underline-offset-4 hover:decoration-2 focus-visible:outline-on-action";

/** The last section. It extends down to the footer, so that no strip of background shows between them. */
function Closing() {
  return (
    <section aria-labelledby="closing" className="-mb-24 bg-action text-on-action">
      <div className="page grid items-end gap-x-16 gap-y-10 py-section lg:grid-cols-[9fr_3fr]">
        <div className="flex flex-col items-start gap-8">
          <h2 id="closing" className="text-hero tracking-tight">
            Start with half an hour
          </h2>
          <div className="flex flex-wrap items-center gap-x-7 gap-y-3">
            <LinkButton
              to={paths.academy()}
              variant="secondary"
              size="large"
              className="focus-visible:outline-on-action"
            >
              Choose your plan
            </LinkButton>
            <Link to={paths.course(PREVIEW_LESSON_ID)} className={`${LINK} font-semibold`}>
              Read lesson 1 free
            </Link>
          </div>
        </div>
        <div className="border-t border-current pt-3">
          <ul>
            <li>
              <Link to={paths.terms()} className={LINK}>
                Terms of Service
              </Link>
            </li>
            <li>
              <Link to={paths.privacy()} className={LINK}>
                Privacy Policy
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}
